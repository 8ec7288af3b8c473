import WheelCore
import WheelWire

/// The definitions of a client and the inputs that it feeds. Both are restored after a reconnection.
struct Renewal {
    private var definitions: [Definition] = []
    /// For each input the request that claims it, with the size of the surface on which its `contacts` lie.
    private var fed: [Request] = []

    /// Records a request that the daemon has performed.
    mutating func record(_ request: Request) {
        switch request.operation {
        case .define:
            var definition = request.definition
            // After a restart the daemon has newer values of the controls, so the values are not sent again.
            definition.values = []
            definitions.removeAll { $0.owner == definition.owner }
            if !definition.tables.allSatisfy(\.tables.isEmpty) { definitions.append(definition) }
        case .undefine: definitions.removeAll { $0.owner == request.neededText("owner") }
        case .feed:
            let input = request.neededText("input")
            let place = fed.firstIndex { $0.text("input") == input }
            // Only the claim is sent again, without the events.
            var claim = Request.feed(input)
            claim["size"] = request["size"] ?? place.flatMap { fed[$0]["size"] }
            if let place { fed[place] = claim } else { fed.append(claim) }
        case .unfeed: fed.removeAll { $0.text("input") == request.neededText("input") }
        default: break
        }
    }

    func renew(on link: Link) {
        for definition in definitions { link.send(.define(definition), id: Renewal.id(definition.owner)) }
        // The replies to these claims are ignored. If a claim is refused because another client has the input, each
        // later `feed` is refused as well, and its reply is read.
        for claim in fed { link.send(claim, id: nil) }
    }

    /// The owner of the renewed definition that this reply answers; `nil` for other replies.
    func owner(of reply: Reply) -> String? { definitions.map(\.owner).first { Renewal.id($0) == reply.id } }

    private static func id(_ owner: String) -> RequestID { RequestID("define " + owner) }
}
