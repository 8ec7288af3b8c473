import LinuxSystem
import WheelBridge
import WheelClient
import WheelCore

/// Passes values between the daemon and the ALSA sequencer.
final class MIDIBridge {
    private let settings: MIDISettings
    private let sequencer: Sequencer
    var core: MIDICore
    var complaints = Complaints()
    private var absence = Absence()
    /// The ports that receive from the bridge's port, each with its number as a peer of `core`.
    private var receivers: [Sequencer.Address: Int] = [:]
    private var addresses: [Int: Sequencer.Address] = [:]
    private var newest = MIDICore.others
    /// The ports that have stopped receiving. When a port stopped receiving, its buttons were released. They are not
    /// released again when the port also stops sending.
    private var gone: Set<Sequencer.Address> = []
    /// Whether to look for the peer's port.
    private var isSeeking = true
    private var failure: SystemError?

    init(_ settings: MIDISettings, _ sequencer: Sequencer) {
        self.settings = settings
        self.sequencer = sequencer
        core = MIDICore(settings)
    }

    /// After this many events, an iteration of the loop reads no more from the kernel: a flood of events must not delay
    /// the daemon's messages.
    private static let eventsAtOnce = 512

    private func seek() {
        guard isSeeking, let name = settings.peer else { return }
        isSeeking = false
        guard let peer = sequencer.address(of: name) else {
            return say("there is no port '\(name)' yet; waiting for it")
        }
        do throws(SystemError) {
            try sequencer.connect(to: peer)
            absence.end()
        } catch {
            say("\(error)")
        }
    }

    private func say(_ reason: String) {
        if absence.isNew(reason) { Log.warning(reason) }
    }
}

extension MIDIBridge: EventHandler {
    func handle(_ readiness: Readiness, of registration: Registration) {
        do throws(SystemError) {
            var count = 0
            // The loop does not report events that libasound has already read from the kernel, so all such events are
            // handled now.
            while count < MIDIBridge.eventsAtOnce || sequencer.holdsEvents, let event = try sequencer.next() {
                count += 1
                receive(event)
            }
        } catch {
            failure = error
        }
    }

    private func receive(_ event: Sequencer.Event) {
        switch event {
        case .message(let message, let sender): core.receive(message, from: peer(at: sender), at: MonotonicClock.now)
        case .nonsense(let sender):
            complaints.add("nonsense", "\(sender) sends numbers that MIDI does not have; they are ignored")
        case .overrun:
            complaints.add("overrun", "messages arrived faster than they could be read; some were lost")
            // The lost messages may include releases of buttons, and announcements of ports.
            core.releaseAll(at: MonotonicClock.now)
            isSeeking = true
            for change in sequencer.changesOfReceivers() { receive(change) }
        case .joined(let address, let name):
            Log.info("connected to \(name)")
            newest = newest % (Exchange.peerNumbers - 1) + 1
            receivers[address] = newest
            addresses[newest] = address
            gone.remove(address)
            core.join(newest)
        case .left(let address, let name):
            Log.info("\(name) disconnected")
            if let peer = receivers.removeValue(forKey: address) {
                addresses[peer] = nil
                gone.insert(address)
                core.leave(peer, at: MonotonicClock.now)
            }
            isSeeking = true
        case .senderLeft(let address):
            if gone.remove(address) == nil { core.release(of: peer(at: address), at: MonotonicClock.now) }
            isSeeking = true
        case .portsChanged: isSeeking = true
        }
    }

    /// The peer that sends from this address: the receiver with the same address, or else the only receiver of the same
    /// program, because many programs receive at one port and send from another. Otherwise `MIDICore.others`.
    private func peer(at sender: Sequencer.Address) -> Int {
        if let peer = receivers[sender] { return peer }
        let sameClient = receivers.filter { $0.key.client == sender.client }
        return sameClient.count == 1 ? sameClient.values.first ?? MIDICore.others : MIDICore.others
    }

    private func sendMessages(at now: Instant) {
        core.sendMessages(at: now) { message, peer in
            guard let peer else { return sequencer.send(message, to: nil) }
            // A message for a peer that has left counts as sent, so that it does not wait in a queue.
            return addresses[peer].map { sequencer.send(message, to: $0) } ?? true
        }
    }
}

extension MIDIBridge: CoreBridge {
    func work(at now: Instant, _ daemon: Link) throws(SystemError) -> Instant? {
        if let failure { throw failure }
        seek()
        sendMessages(at: now)
        core.sendRequests(at: now) { daemon.send($0, id: $1) }
        return core.deadline(at: now)
    }

    func finish(isFollowed: Bool) {
        core.end()
        sendMessages(at: MonotonicClock.now)
    }
}
