import WheelProtocol
import WheelSettings

/// Commands for what is around the values.
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
        name: "lock", summary: "keeps hands from changing anything"
    ) { invocation throws(Failure) in
        _ = try invocation.ask(.lock(true))
    }

    static let unlock = Command(
        name: "unlock", summary: "lets hands change things again"
    ) { invocation throws(Failure) in
        _ = try invocation.ask(.lock(false))
    }
}
