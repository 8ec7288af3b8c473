import WheelBridge
import WheelCore

/// One program or device at the other end: what it has, and what it has to get.
struct MIDIPeer {
    /// By this the bridge and the replies of the daemon know it.
    let number: Int
    var mirror: Mirror
    /// The number that each route has at this peer, for the note that must end.
    var sent: [Int?] = []
    /// The ends of notes. They wait until there is room, and are never left out.
    var noteOffs: [MIDIMessage] = []
    /// Two peers may each be in the midst of a controller of 14 bits.
    var receiver = MIDIReceiver()

    init(_ number: Int, _ mirror: Mirror) {
        self.number = number
        self.mirror = mirror
    }

    /// There are other controls now.
    mutating func configure(_ routes: [MirrorRoute]) {
        mirror.configure(routes)
        sent = Array(repeating: nil, count: routes.count)
    }

    mutating func send(
        at now: Instant, _ controls: [MIDIControl], isEnding: Bool, _ send: (MIDIMessage, Int?) -> Bool
    ) {
        noteOffs.removeFirst(noteOffs.prefix { send($0, number) }.count)
        guard noteOffs.isEmpty else { return }
        mirror.sendNumbers(at: now) { route, value in
            // This program ends, and could not end another note.
            if isEnding, controls[route].form == .notes { return value }
            let index = Int(min(max(value, -1), 16384))
            for message in controls[route].messages(for: index, after: sent[route]) {
                guard send(message, number) else { return nil }
            }
            sent[route] = index
            return value
        }
    }
}

extension MirrorRoute {
    /// The same, and nothing is sent.
    var silent: MirrorRoute {
        var route = self
        route.sends = false
        return route
    }
}
