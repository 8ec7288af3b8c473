import WheelCore
import WheelWire

/// What a client has defined and the inputs that it feeds. After a reconnection it asks for them again.
struct Renewal {
    private var definitions: [Definition] = []
    /// For each input the request that claims it, with the size to which contacts refer.
    private var fed: [Request] = []

    /// Records a request that the daemon has done.
    mutating func record(_ request: Request) {
        switch request.operation {
        case .define:
            var definition = request.definition
            // The daemon keeps the values that the controls have got since.
            definition.values = []
            definitions.removeAll { $0.owner == definition.owner }
            if !definition.tables.allSatisfy(\.tables.isEmpty) { definitions.append(definition) }
        case .undefine: definitions.removeAll { $0.owner == request.neededText("owner") }
        case .feed:
            let input = request.neededText("input")
            let place = fed.firstIndex { $0.text("input") == input }
            // Events are not sent again.
            var claim = Request.feed(input)
            claim["size"] = request["size"] ?? place.flatMap { fed[$0]["size"] }
            if let place { fed[place] = claim } else { fed.append(claim) }
        case .unfeed: fed.removeAll { $0.text("input") == request.neededText("input") }
        default: break
        }
    }

    func renew(on link: Link) {
        for definition in definitions { link.send(.define(definition), id: Renewal.id(definition.owner)) }
        // Another client may have it now: then each `feed` says so.
        for claim in fed { link.send(claim, id: nil) }
    }

    /// The owner whose renewed definition is answered.
    func owner(of reply: Reply) -> String? { definitions.map(\.owner).first { Renewal.id($0) == reply.id } }

    private static func id(_ owner: String) -> RequestID { RequestID("define " + owner) }
}
