/// What the reader of a table must know about the other tables of the file.
struct Scope {
    let mistakes: MistakeList
    let controls: NameList
    let ramps: NameList
    let inputs: NameList
    let displays: NameList
    let pages: NameList
    /// The controls in the order of their names in `controls`.
    var drafts: [ControlDraft] = []
    /// The controls that pages let an input turn. The keys are the index of the input and the index of a control, and
    /// the place is where a page first names this input for this control.
    var pageControls: [Int: [Int: Place]] = [:]
    /// The `type` of each input, or `nil` if it cannot be read.
    let inputTypes: [String?]
    /// The inputs that scrub a ramp instead of turning a control, by index.
    let scrubbing: Set<Int>
    let boundRequests = BoundRequests()
    /// Whether the kernel has a key of this name.
    let isKey: @Sendable (String) -> Bool

    /// The control with this name; `nil` if it does not exist or could not be read.
    func control(_ name: Placed<String>) -> ControlDraft? {
        controls.find(name, mistakes: mistakes).flatMap { drafts.indices.contains($0) ? drafts[$0] : nil }
    }
}

/// The names of all tables of one kind. Other tables refer to these names.
struct NameList: Sendable {
    /// The kind of table, such as `control`.
    let what: String
    private(set) var names: [String] = []
    private var indices: [String: Int] = [:]
    private(set) var places: [String: Place] = [:]
    /// False if a table's name could not be read, or a table's header may be misspelt. A name that is not in the list
    /// may then be the name of that table, and is not reported as unknown.
    var isComplete = true

    init(_ what: String, implied: [String] = []) {
        self.what = what
        for name in implied { add(name) }
    }

    /// The names of the tables. Adds a mistake for a name that is a duplicate or in `reserved`. A missing or invalid
    /// name is reported when its table is read.
    ///
    /// `implied` are the names of built-in tables.
    init(
        _ what: String, implied: [String] = [], of tables: [TOMLTable], reserved: [String] = [], mistakes: MistakeList
    ) {
        self.init(what, implied: implied)
        for table in tables {
            guard let written = table.name, let place = table["name"]?.place else {
                isComplete = false
                continue
            }
            if let first = places[written] {
                mistakes.add(
                    place,
                    "there are two \(what)s named \(quoted(written)) (the first \(mistakes.text(of: first)))")
            } else if implied.contains(written) {
                mistakes.add(place, "there are two \(what)s named \(quoted(written)) (the first is built in)")
            } else if reserved.contains(written) {
                mistakes.add(
                    place, "\(quoted(written)) cannot name a \(what): bindings and programs use that word")
            }
            places[written] = places[written] ?? place
            add(written)
        }
    }

    private mutating func add(_ name: String) {
        indices[name] = indices[name] ?? names.count
        names.append(name)
    }

    /// The index of the name, or `nil` if it is unknown. Adds a mistake only if the list is complete.
    func find(_ name: Placed<String>, mistakes: MistakeList) -> Int? {
        if let index = indices[name.value] { return index }
        guard isComplete else { return nil }
        let hint = mistakes.hint(name.value, in: names, whereNone: "there are none")
        return mistakes.add(name.place, "there is no \(what) named \(quoted(name.value))\(hint)")
    }
}
