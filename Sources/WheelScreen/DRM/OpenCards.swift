import LinuxSystem
import Synchronization

/// The graphics cards on which displays of this program show pictures.
///
/// A card has one DRM master, and only the master and its leases can show pictures. So the first display that needs a
/// card opens it, and each display leases its connector and its CRTC from the master. A lease has its own descriptor,
/// which receives the events of its page flips. The card is closed with its last lease.
enum OpenCards {
    /// A display's lease, or the master itself if the driver does not support leases.
    private struct Use {
        weak var card: DRMCard?
        let route: ScreenRoute
    }

    private struct Card {
        weak var master: DRMCard?
        var uses: [Use] = []
    }

    /// The open cards, by the paths of their devices.
    private static let cards = Mutex<[String: Card]>([:])

    static func claim(_ path: String, _ wish: ScreenWish) throws(ScreenProblem) -> (card: DRMCard, route: ScreenRoute) {
        // The lock is held while screens are probed, so displays that open at the same time wait for each other.
        try cards.withLock { cards throws(ScreenProblem) in
            let opened = try DRMCard(path: path)
            let device = opened.device
            var card = cards[device] ?? Card()
            card.uses.removeAll { $0.card == nil }
            // If the card already has a master in this program, the new descriptor is not needed.
            let master = card.master ?? opened
            try master.checkMaster()
            let route = try ScreenRoute(master, wish, taken: card.uses.map(\.route))
            let leased = try master.lease([route.connector, route.crtc])
            guard leased != nil || card.uses.isEmpty else {
                throw .taken("\(path): its driver can show only one display, and another uses it")
            }
            card.master = master
            card.uses.append(Use(card: leased ?? master, route: route))
            cards[device] = card
            return (leased ?? master, route)
        }
    }
}
