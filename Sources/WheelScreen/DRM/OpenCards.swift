import LinuxSystem
import Synchronization

/// The graphics cards on which displays of this program show pictures.
///
/// A card has one DRM master, which alone can show pictures. So the first display that needs a card opens it, and each display
/// leases its connector and its CRTC from the master. A lease has a descriptor of its own, which gets the events of its own
/// page flips. The card is closed with its last lease.
enum OpenCards {
    /// A display's lease, or the master itself if the driver has no leases.
    private struct Use {
        weak var card: DRMCard?
        let route: ScreenRoute
    }

    private struct Card {
        weak var master: DRMCard?
        var uses: [Use] = []
    }

    /// By the path of the device.
    private static let cards = Mutex<[String: Card]>([:])

    static func claim(_ path: String, _ wish: ScreenWish) throws(ScreenProblem) -> (card: DRMCard, route: ScreenRoute) {
        // Screens are probed meanwhile, so that displays that open at the same time wait for each other.
        try cards.withLock { cards throws(ScreenProblem) in
            let opened = try DRMCard(path: path)
            let device = opened.device
            var card = cards[device] ?? Card()
            card.uses.removeAll { $0.card == nil }
            // A descriptor beside the master's is of no use.
            let master = card.master ?? opened
            try master.checkMaster()
            let route = try ScreenRoute(master, wish, taken: card.uses.map(\.route))
            let leased = try master.lease([route.connector, route.crtc])
            guard leased != nil || card.uses.isEmpty else {
                throw .taken("\(path): its driver shows the picture of one display alone, and another has it")
            }
            card.master = master
            card.uses.append(Use(card: leased ?? master, route: route))
            cards[device] = card
            return (leased ?? master, route)
        }
    }
}
