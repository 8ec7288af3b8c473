import WheelCore
import WheelWire

extension Command {
    static let page = Command(
        name: "page", summary: "prints the page that is shown, or shows another",
        parameters: [Parameter("NAME|next|previous", .words(["next", "previous"]), count: .optional)]
    ) { invocation throws(Failure) in
        guard let word = invocation.words.first else {
            guard let page = try invocation.connection().hello.page else {
                throw Failure(.refused, "page", "there are no pages")
            }
            return invocation.isJSON ? Output.json(ControlValue.position(page).json) : Output.line(page)
        }
        guard case .page(let page) = try invocation.ask(.page(NameChoice(word)), about: word) else { return }
        Output.line(page)
    }

    static let lock = Command(
        name: "lock", summary: "keeps hands from changing anything, or from changing these controls",
        parameters: [Parameter("CONTROL", .control, count: .any)]
    ) { invocation throws(Failure) in
        try ask(invocation, locks: true)
    }

    static let unlock = Command(
        name: "unlock", summary: "lets hands change things again, or these controls",
        parameters: [Parameter("CONTROL", .control, count: .any)]
    ) { invocation throws(Failure) in
        try ask(invocation, locks: false)
    }

    private static func ask(_ invocation: Invocation, locks: Bool) throws(Failure) {
        let names = invocation.words
        _ = try invocation.ask(names.isEmpty ? .lock(locks) : .lock(locks, controls: names), about: names.first)
    }
}
