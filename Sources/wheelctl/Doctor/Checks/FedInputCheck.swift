enum FedInputCheck {
    /// The finding about an input of type `client`. `isFed` is `nil` if no daemon answers, or if the daemon has no such
    /// input.
    static func finding(_ input: String, isFed: Bool?) -> Finding {
        let subject = "input \(input)"
        switch isFed {
        case true?: return .ok(subject, "a client feeds it")
        case false?:
            return .note(
                subject, "no client feeds it now",
                "wheelctl feed \(input) 1     turns it by a detent; else start the program that sends its events")
        case nil: return .note(subject, "only a running daemon knows whether a client feeds it")
        }
    }
}
