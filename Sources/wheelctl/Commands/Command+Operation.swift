import WheelCore
import WheelModel
import WheelWire

/// Commands that are derived from the declaration of an operation.
extension Command {
    init(_ operation: Operation) {
        let declaration = operation.declaration
        let members = declaration.forms[declaration.forms.count - 1].members
        let needed = members.filter(\.isNeeded)
        let optional = members.filter { !$0.isNeeded }
        self.init(
            name: operation.rawValue, summary: declaration.summary, parameters: needed.map(\.parameter),
            options: optional.map(\.option)
        ) { invocation throws(Failure) in
            var request = Request(operation)
            for (member, word) in zip(needed, invocation.words) {
                request[member.name] = try invocation.value(word, of: member, called: member.parameter.name)
            }
            for member in optional {
                let option = member.option
                if option.value == nil, invocation.arguments.has(option.name) { request[member.name] = .flag(true) }
                if let word = invocation.arguments.value(option.name), option.value != nil {
                    request[member.name] = try invocation.value(word, of: member, called: option.name)
                }
            }
            if let answer = try invocation.ask(request, about: invocation.words.first) { Output.answer(answer) }
        }
    }
}

extension Operation {
    /// Whether the operation needs no command of its own name. The command `watch` covers `subscribe`. The end of a
    /// command's connection covers `unfeed` and `unwatch-display`. A view and a limit of rights end with the
    /// connection, too, so commands for them would have no effect.
    var isCovered: Bool {
        [.subscribe, .unfeed, .unwatchDisplay, .view, .unview, .seen, .limit].contains(self)
    }
}

extension Declaration {
    /// The meaning as in the list of commands: without an initial capital and without a full stop.
    fileprivate var summary: String { meaning.prefix(1).lowercased() + meaning.dropFirst().dropLast() }
}

extension CommandMember {
    fileprivate var parameter: Parameter {
        let kind: WordKind =
            switch self.kind {
            case .control: .control
            case .input: .input
            case .preset: .preset
            case .word(let words): .words(words)
            case .page, .position, .speed, .ramp, .button, .display, .view, .number, .limited, .integer, .whole, .flag,
                .curve,
                .value, .values, .controls, .events, .requests, .contacts, .size, .tables, .newName:
                .free
            }
        return Parameter(name.uppercased(), kind)
    }

    fileprivate var option: Option {
        let word = "--" + name.map { $0 == "_" ? "-" : String($0) }.joined()
        let meaning = note.filter { $0 != "`" }
        switch kind {
        case .flag: return Option(word, meaning)
        case .speed: return Option("\(word) NAME", "at this speed instead of the current one")
        default: return Option("\(word) \(parameter.name)", meaning, parameter.kind)
        }
    }
}

extension Invocation {
    fileprivate func value(
        _ word: String, of member: CommandMember, called name: String
    ) throws(Failure) -> CommandValue {
        switch member.kind {
        case .control, .input, .page, .position, .speed, .ramp, .preset, .button, .display, .view, .newName:
            return .text(word)
        case .number, .limited: return .number(try Arguments.number(word, name, of: command))
        case .integer, .whole: return .integer(try Arguments.integer(word, name, of: command))
        case .word(let words):
            guard words.contains(word) else {
                throw .usage(command, "\(name) is one of \(words.joined(separator: ", ")), which '\(word)' is not")
            }
            return .text(word)
        case .flag:
            guard let flag = Bool(word) else { throw .usage(command, "\(name) is true or false, not '\(word)'") }
            return .flag(flag)
        case .curve:
            guard let curve = AnimationCurve(name: word) else { throw .usage(command, "there is no curve '\(word)'") }
            return .curve(curve)
        case .value: return .value(try value(word, for: words.first ?? ""))
        case .values, .controls, .events, .requests, .contacts, .size, .tables:
            throw .usage(command, "\(name) cannot be given here")
        }
    }
}

extension Output {
    /// Prints the result that an answer contains, in one line. Other answers print nothing here.
    static func answer(_ answer: Answer) {
        switch answer {
        case .value(let answer): json(answer.value.json)
        case .speed(_, let speed): line(speed)
        case .page(let page): line(page)
        case .ramp(_, let progress): line("\(progress.state.rawValue) \(progress.fraction.decimal)")
        case .scrub(let value, let progress):
            line("\(progress.state.rawValue) \(progress.fraction.decimal) \(value.value.json)")
        case .control(let control): json(control.value.json)
        case .done, .listing, .values, .screenshot, .picture, .view, .stats, .clock: break
        }
    }
}
