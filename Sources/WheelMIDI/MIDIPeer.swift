import WheelBridge
import WheelGeometry

/// One program or device at the other end: what it has, what it has to get, and what it holds.
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
    /// The last value of each knob with ends that feeds an input; `nil` before the first.
    var knobs: [Int?]
    /// The tables of feeds whose buttons it holds.
    var held: Set<Int> = []

    init(_ number: Int, _ mirror: Mirror, feeds: Int) {
        self.number = number
        self.mirror = mirror
        knobs = Array(repeating: nil, count: feeds)
    }

    /// There are other controls now.
    mutating func lay(_ routes: [MirrorRoute]) {
        mirror.lay(routes)
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
