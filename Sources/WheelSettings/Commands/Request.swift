/// An operation and its members, all by name, as a client sends it or a button is bound to it.
public struct Request: Equatable, Sendable {
    public let operation: Operation
    /// In the order of the declaration. Each member occurs at most once.
    public private(set) var members: [Entry]

    public struct Entry: Equatable, Sendable {
        public var name: String
        public var value: CommandValue
    }

    /// A request with at most its first member, the name of a control.
    public init(_ operation: Operation, control: String? = nil) {
        self.operation = operation
        members = control.map { [Entry(name: "control", value: .text($0))] } ?? []
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
    public var form: Form {
        let forms = operation.declaration.forms
        return forms.first { form in form.members.first.map { self[$0.name] != nil } ?? true } ?? forms[forms.count - 1]
    }
}

/// Members by their type. The declaration fixes the type, so another type is a programmer's error and traps.
extension Request {
    public func text(_ name: String) -> String? {
        guard let value = self[name] else { return nil }
        guard case .text(let text) = value else { preconditionFailure("'\(name)' of \(operation) is no text") }
        return text
    }

    public func texts(_ name: String) -> [String]? {
        guard let value = self[name] else { return nil }
        guard case .texts(let texts) = value else { preconditionFailure("'\(name)' of \(operation) is no list") }
        return texts
    }

    public func number(_ name: String) -> Double? {
        guard let value = self[name] else { return nil }
        guard case .number(let number) = value else { preconditionFailure("'\(name)' of \(operation) is no number") }
        return number
    }

    public func integer(_ name: String) -> Int? {
        guard let value = self[name] else { return nil }
        guard case .integer(let integer) = value else { preconditionFailure("'\(name)' of \(operation) is not whole") }
        return integer
    }

    public func flag(_ name: String, default absent: Bool = false) -> Bool {
        guard let value = self[name] else { return absent }
        guard case .flag(let flag) = value else { preconditionFailure("'\(name)' of \(operation) is no flag") }
        return flag
    }

    public var curve: AnimationCurve? {
        guard let value = self["curve"] else { return nil }
        guard case .curve(let curve) = value else { preconditionFailure("'curve' of \(operation) is no curve") }
        return curve
    }

    /// The motion that a `ramp` request without a ramp's name describes.
    public var motion: RampMotion? {
        guard let target = number("to").map(RampTarget.to) ?? number("by").map(RampTarget.by) else { return nil }
        var motion = RampMotion(from: number("from"), target: target, holds: flag("hold"))
        if let seconds = number("duration_s") { motion.duration = .seconds(seconds) }
        if let curve { motion.curve = curve }
        return motion
    }

    public var speedChoice: SpeedChoice? {
        switch text("speed") {
        case nil: nil
        case "next": .next
        case "previous": .previous
        case let name?: .named(name)
        }
    }

    public var pageName: PageName? {
        switch text("page") {
        case nil: nil
        case "next": .next
        case "previous": .previous
        case let name?: .named(name)
        }
    }

    /// The options of a `set`.
    public var setManner: SetManner {
        SetManner(commits: flag("commit", default: true), unlessEditing: text("unless") == "editing")
    }
}
