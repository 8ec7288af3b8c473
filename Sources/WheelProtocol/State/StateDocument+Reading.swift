extension StateDocument {
    /// Reads a file whole, or says why it is not one of the daemon's: what it does not know is not passed over.
    public init(reading file: UnsafeRawBufferPointer) throws(StateProblem) {
        let members: JSONObject
        do {
            members = try JSONParser.object(in: file)
        } catch {
            throw .damaged(error.message)
        }
        let version: Int
        do {
            version = try members.integer("version")
        } catch {
            throw .damaged(error.message)
        }
        guard version == Self.version else { throw .version(version) }
        do {
            try self.init(members)
        } catch {
            throw .damaged(error.message)
        }
    }

    private init(_ members: JSONObject) throws(MemberProblem) {
        try members.requireNothing(but: ["version", "controls", "inputs", "page"])
        controls = []
        for control in try members.objects("controls") { controls.append(try SavedControl(control)) }
        inputs = []
        for input in try members.objects("inputs") { inputs.append(try SavedInput(input)) }
        page = try members.optionalString("page")
    }
}

extension SavedControl {
    fileprivate init(_ members: JSONObject) throws(MemberProblem) {
        try members.requireNothing(but: ["control", "value", "speed", "cursor", "rotations"])
        name = try members.string("control")
        value = try members.controlValue("value")
        speed = try members.string("speed")
        cursor = try members.optionalString("cursor")
        rotations = try members.optionalInteger("rotations")
    }
}

extension SavedInput {
    fileprivate init(_ members: JSONObject) throws(MemberProblem) {
        try members.requireNothing(but: ["input", "focus"])
        name = try members.string("input")
        focus = try members.string("focus")
    }
}
