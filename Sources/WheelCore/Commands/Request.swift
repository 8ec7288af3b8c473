/// An operation and its members, all by name, as a client sends it or a button is bound to it.
public struct Request: Equatable, Sendable {
    public let operation: Operation
    /// In the order of the declaration. Each member occurs at most once.
    public private(set) var members: [Entry]

    public struct Entry: Equatable, Sendable {
        public var name: String
        public var value: CommandValue
    }

    /// A member of `nil` is left out.
    public init(_ operation: Operation, control: String? = nil, _ members: KeyValuePairs<String, CommandValue?> = [:]) {
        self.operation = operation
        self.members = control.map { [Entry(name: "control", value: .text($0))] } ?? []
        for (name, value) in members { self[name] = value }
    }

    public subscript(name: String) -> CommandValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Entry(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    /// The form of the declaration that this request has.
    public var form: Form { operation.form { self[$0] != nil } }
}

/// Members by their type. The declaration fixes the type, and which members a request has. Whoever reads a request from outside
/// checks both, so a member of another type, or a needed one that is missing, is a programmer's error and traps.
extension Request {
    public func neededText(_ name: String) -> String { needed(name, text(name)) }

    public func neededNumber(_ name: String) -> Double { needed(name, number(name)) }

    public func neededInteger(_ name: String) -> Int { needed(name, integer(name)) }

    func needed<Value>(_ name: String, _ value: Value?) -> Value {
        guard let value else { preconditionFailure("\(operation) has no '\(name)'") }
        return value
    }

    public func text(_ name: String) -> String? { payload(name) { if case .text(let text) = $0 { text } else { nil } } }

    public func texts(_ name: String) -> [String]? {
        payload(name) { if case .texts(let texts) = $0 { texts } else { nil } }
    }

    public func number(_ name: String) -> Double? {
        payload(name) { if case .number(let number) = $0 { number } else { nil } }
    }

    public func integer(_ name: String) -> Int? {
        payload(name) { if case .integer(let integer) = $0 { integer } else { nil } }
    }

    public func flag(_ name: String, default absent: Bool = false) -> Bool {
        payload(name) { if case .flag(let flag) = $0 { flag } else { nil } } ?? absent
    }

    public var curve: AnimationCurve? {
        payload("curve") { if case .curve(let curve) = $0 { curve } else { nil } }
    }

    private func payload<Payload>(_ name: String, _ extract: (CommandValue) -> Payload?) -> Payload? {
        guard let value = self[name] else { return nil }
        guard let payload = extract(value) else { preconditionFailure("'\(name)' of \(operation) is \(value)") }
        return payload
    }

    /// The motion that a `ramp` request without a ramp's name describes.
    public var motion: RampMotion {
        let target = number("to").map(RampTarget.to) ?? .by(neededNumber("by"))
        var motion = RampMotion(from: number("from"), target: target, holds: flag("hold"))
        if let seconds = number("duration_s") { motion.duration = .seconds(seconds) }
        if let curve { motion.curve = curve }
        return motion
    }

    /// A speed or a page, by its name or relative to the current one.
    public func choice(_ name: String) -> NameChoice { NameChoice(neededText(name)) }

    /// The options of a `set`.
    public var setManner: SetManner {
        SetManner(commits: flag("commit", default: true), unlessEditing: text("unless") == "editing")
    }
}
