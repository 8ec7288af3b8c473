import WheelCore

/// Maps the names in the panel's settings to indices.
public struct Directory: Sendable {
    private let controls: [String: Int]
    private let inputs: [String: Int]
    private let pages: [String: Int]
    private let ramps: [String: Int]
    private let presets: [String: Int]
    private let settings: PanelSettings

    init(_ settings: PanelSettings) {
        self.settings = settings
        controls = Directory.places(of: settings.controls.map(\.name))
        inputs = Directory.places(of: settings.inputs.map(\.name))
        pages = Directory.places(of: settings.pages.map(\.name))
        ramps = Directory.places(of: settings.ramps.map(\.name))
        presets = Directory.places(of: settings.presets.map(\.name))
    }

    static func places(of names: [String]) -> [String: Int] {
        Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    }

    private func place(
        of name: String, in places: [String: Int], _ kind: CommandRefusal.Kind, among names: @autoclosure () -> [String]
    ) throws(CommandRefusal) -> Int {
        guard let place = places[name] else { throw .unknown(kind, name, among: names()) }
        return place
    }

    /// The index of a control; `nil` for an unknown name. `control(_:)` throws an error that lists all controls
    /// instead.
    public func place(ofControl name: String) -> Int? { controls[name] }

    public func control(_ name: String) throws(CommandRefusal) -> Int {
        try place(of: name, in: controls, .control, among: settings.controls.map(\.name))
    }

    public func input(_ name: String) throws(CommandRefusal) -> Int {
        try place(of: name, in: inputs, .input, among: settings.ownInputs.map(\.name))
    }

    func ramp(_ name: String) throws(CommandRefusal) -> Int {
        try place(of: name, in: ramps, .ramp, among: settings.ramps.map(\.name))
    }

    func preset(_ name: String) throws(CommandRefusal) -> Int {
        try place(of: name, in: presets, .preset, among: settings.presets.map(\.name))
    }

    func page(_ name: NameChoice) throws(CommandRefusal) -> PageChoice {
        switch name {
        case .next, .previous:
            guard !pages.isEmpty else { throw .noPages }
            return name == .next ? .next : .previous
        case .named(let name):
            return .page(try place(of: name, in: pages, .page, among: settings.pages.map(\.name)))
        }
    }

    func speed(_ name: String, of control: Int) throws(CommandRefusal) -> Int {
        let settings = settings.controls[control]
        guard let place = settings.speeds.firstIndex(where: { $0.name == name }) else {
            throw .unknown(.speed, name, of: settings.name, among: settings.speeds.map(\.name))
        }
        return place
    }

    public func position(_ name: String, of control: Int) throws(CommandRefusal) -> Int {
        let settings = settings.controls[control]
        guard let positions = settings.positions?.positions else { throw .noPositions(settings) }
        guard let place = positions.firstIndex(where: { $0.name == name }) else {
            throw .unknown(.position, name, of: settings.name, among: positions.map(\.name))
        }
        return place
    }

    public func value(_ value: ControlValue, of control: Int) throws(CommandRefusal) -> GivenValue {
        switch value {
        case .number(let number): return .number(number)
        case .position(let name): return .position(try position(name, of: control))
        case .positions(let names):
            // For many names a dictionary is used: a linear search for each name would take quadratic time.
            let places = names.count > 8 ? self.places(ofPositionsOf: control) : [:]
            var found: [Int] = []
            for name in names {
                guard let place = places[name] else {
                    found.append(try position(name, of: control))
                    continue
                }
                found.append(place)
            }
            return .positions(found)
        }
    }

    private func places(ofPositionsOf control: Int) -> [String: Int] {
        Directory.places(of: settings.controls[control].positions?.positions.map(\.name) ?? [])
    }
}
