internal import CAlsa
import LinuxSystem

/// A port of the ALSA sequencer, and its connection with a peer. No call blocks.
final class Sequencer {
    enum Event {
        case message(MIDIMessage, from: Address)
        /// An invalid message, with the sender's name.
        case nonsense(sender: String)
        /// Events were not read in time, and the kernel has dropped some.
        case overrun
        /// Another port has begun to receive from the bridge's port. No value was sent to the other port yet.
        case joined(Address, String)
        case left(Address, String)
        /// A port that was connected with the bridge's port has stopped sending.
        case senderLeft(Address)
        /// A port has been created, or a port or client has been renamed or removed. Any of these may be the peer.
        case portsChanged
    }

    struct Address: Hashable {
        var client: Int32
        var port: Int32
    }

    private let handle: OpaquePointer
    private let client: Int32
    private let port: Int32
    /// The loop must watch this descriptor for readability.
    let descriptorNumber: Int32
    /// The ports that receive from this one, with the names of their clients at the time of the connection. The ports
    /// are recorded so that a repeated announcement is ignored: if another client makes the connection, the sequencer
    /// announces it to everybody, and once more to the connected port.
    private var receivers: [Address: String] = [:]

    /// Opens the sequencer and makes a port. `name` is the name of both the client and the port.
    init(name: String) throws(SystemError) {
        calsa_be_silent()
        var opened: OpaquePointer?
        try Sequencer.check("open", "the ALSA sequencer, /dev/snd/seq") {
            snd_seq_open(&opened, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK)
        }
        guard let opened else { throw SystemError("open", "the ALSA sequencer", .noDevice) }
        // If more events arrive than the kernel's queue holds, the kernel drops all events of the queue. The queue
        // holds 200 events by default, and at most 2000. If the kernel does not allow a longer queue, the port works
        // with the default.
        _ = snd_seq_set_client_pool_input(opened, 2000)
        var made: Int32 = -1
        do throws(SystemError) {
            try Sequencer.check("name", "the client \(name)") { snd_seq_set_client_name(opened, name) }
            let rights =
                SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ | SND_SEQ_PORT_CAP_WRITE
                | SND_SEQ_PORT_CAP_SUBS_WRITE
            try Sequencer.check("make", "the port \(name)") {
                made = snd_seq_create_simple_port(
                    opened, name, UInt32(rights),
                    UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
                return made
            }
            // The sequencer announces clients and ports that are created and removed.
            try Sequencer.check("listen to", "the sequencer's announcements") {
                snd_seq_connect_from(
                    opened, made, Int32(SND_SEQ_CLIENT_SYSTEM), Int32(SND_SEQ_PORT_SYSTEM_ANNOUNCE))
            }
        } catch {
            snd_seq_close(opened)
            throw error
        }
        handle = opened
        port = made
        client = snd_seq_client_id(opened)
        descriptorNumber = calsa_descriptor(opened)
    }

    deinit { snd_seq_close(handle) }

    private static func check(
        _ operation: String, _ subject: String, _ call: () -> Int32
    ) throws(SystemError) {
        let result = call()
        guard result < 0 else { return }
        let errno = Errno(rawValue: -result)
        let isMissing = errno == .noSuchFile || errno == .noDevice
        throw SystemError(
            operation, subject, errno,
            explanation: isMissing ? "the kernel has no sequencer: modprobe snd-seq loads it" : nil)
    }

    // MARK: The peer.

    /// The port that a name or a pair of numbers identifies; `nil` if there is none.
    func address(of name: String) -> Address? {
        var address = snd_seq_addr_t()
        guard snd_seq_parse_address(handle, &address, name) >= 0 else {
            // `snd_seq_parse_address` knows only the names of clients, but users also see the names of ports.
            let port = calsa_find_port(handle, name)
            return port < 0 ? nil : Address(client: port >> 8, port: port & 0xff)
        }
        return Int32(address.client) == client ? nil : Address(client: Int32(address.client), port: Int32(address.port))
    }

    /// Connects in each direction that the peer supports. Throws if no direction can be connected.
    func connect(to peer: Address) throws(SystemError) {
        let out = snd_seq_connect_to(handle, port, peer.client, peer.port)
        let back = snd_seq_connect_from(handle, port, peer.client, peer.port)
        // The error `busy` means that the ports are connected already.
        let busy = -Errno.busy.rawValue
        guard out < 0, out != busy, back < 0, back != busy else { return }
        throw SystemError("connect with", "\(peer.client):\(peer.port)", Errno(rawValue: -out))
    }

    // MARK: Messages.

    /// Sends a message to a port, or to all ports that receive from this one. Returns whether the buffers had room.
    func send(_ message: MIDIMessage, to receiver: Address?) -> Bool {
        let way = calsa_way(port: port, client: receiver?.client ?? -1, other_port: receiver?.port ?? 0)
        let result =
            switch message {
            case .controller(let channel, let number, let value), .controller14(let channel, let number, let value),
                .parameter(let channel, let number, let value):
                calsa_send_controller(handle, way, Int32(channel), Int32(number), Int32(value))
            case .note(let channel, let number, let velocity, let isOn):
                calsa_send_note(handle, way, Int32(channel), Int32(number), Int32(velocity), isOn)
            case .program(let channel, let number):
                calsa_send_program(handle, way, Int32(channel), Int32(number))
            }
        // Only these two errors mean that there is no room. Any other error means that the peer has been removed, which
        // the sequencer announces: another attempt would not help.
        return result != -Errno.wouldBlock.rawValue && result != -Sequencer.noMemory
    }

    private static let noMemory: Int32 = 12
    private static let noSpace: Int32 = 28

    /// The next event; `nil` if there is none yet.
    func next() throws(SystemError) -> Event? {
        while true {
            var event = calsa_event()
            let result = calsa_read(handle, &event)
            guard result != 0 else { return nil }
            if result == -Sequencer.noSpace { return .overrun }
            guard result > 0 else { throw SystemError("read from", "the ALSA sequencer", Errno(rawValue: -result)) }
            if let known = known(event) { return known }
        }
    }

    /// Whether libasound has read events that `next` has not returned yet. libasound reads up to 500 events at once.
    var holdsEvents: Bool { snd_seq_event_input_pending(handle, 0) > 0 }

    /// Converts an event of libasound; `nil` for an event that is not needed here, such as a clock.
    private func known(_ event: calsa_event) -> Event? {
        let kind: MIDIMessage.Kind
        switch UInt32(event.type) {
        case SND_SEQ_EVENT_CONTROLLER.rawValue: kind = .controller
        case SND_SEQ_EVENT_NOTEON.rawValue: kind = .noteOn
        case SND_SEQ_EVENT_NOTEOFF.rawValue: kind = .noteOff
        case SND_SEQ_EVENT_PGMCHANGE.rawValue: kind = .program
        case SND_SEQ_EVENT_CONTROL14.rawValue: kind = .controller14
        case SND_SEQ_EVENT_NONREGPARAM.rawValue: kind = .parameter
        // The removal of a port that was not connected is announced only by these events.
        case SND_SEQ_EVENT_PORT_START.rawValue, SND_SEQ_EVENT_PORT_CHANGE.rawValue, SND_SEQ_EVENT_PORT_EXIT.rawValue,
            SND_SEQ_EVENT_CLIENT_CHANGE.rawValue, SND_SEQ_EVENT_CLIENT_EXIT.rawValue:
            return .portsChanged
        case SND_SEQ_EVENT_PORT_SUBSCRIBED.rawValue:
            let other = Address(client: event.other_client, port: event.other_port)
            guard isOwn(event.client, event.port), receivers[other] == nil else { return nil }
            let name = name(of: other.client)
            receivers[other] = name
            return .joined(other, name)
        case SND_SEQ_EVENT_PORT_UNSUBSCRIBED.rawValue:
            if isOwn(event.other_client, event.other_port) {
                return .senderLeft(Address(client: event.client, port: event.port))
            }
            let other = Address(client: event.other_client, port: event.other_port)
            guard isOwn(event.client, event.port), let name = receivers.removeValue(forKey: other) else { return nil }
            return .left(other, name)
        default: return nil
        }
        let message = MIDIMessage(
            kind, channel: Int(event.channel), number: Int(event.param), value: Int(event.value))
        let sender = Address(client: event.client, port: event.port)
        return message.map { .message($0, from: sender) } ?? .nonsense(sender: name(of: event.client))
    }

    // MARK: After an overrun.

    /// Finds the ports that have begun or stopped receiving from this one, because their announcements may be among the
    /// lost messages.
    func changesOfReceivers() -> [Event] {
        var changes: [Event] = []
        let now = subscribers()
        for (address, name) in receivers where !now.contains(address) {
            receivers[address] = nil
            changes.append(.left(address, name))
        }
        for address in now where receivers[address] == nil {
            let name = name(of: address.client)
            receivers[address] = name
            changes.append(.joined(address, name))
        }
        return changes
    }

    private func subscribers() -> [Address] {
        var query: OpaquePointer?
        guard snd_seq_query_subscribe_malloc(&query) == 0, let query else { return [] }
        defer { snd_seq_query_subscribe_free(query) }
        var root = snd_seq_addr_t(client: UInt8(client), port: UInt8(port))
        snd_seq_query_subscribe_set_root(query, &root)
        snd_seq_query_subscribe_set_type(query, SND_SEQ_QUERY_SUBS_READ)
        var addresses: [Address] = []
        while true {
            snd_seq_query_subscribe_set_index(query, Int32(addresses.count))
            guard snd_seq_query_port_subscribers(handle, query) == 0,
                let address = snd_seq_query_subscribe_get_addr(query)?.pointee
            else { return addresses }
            addresses.append(Address(client: Int32(address.client), port: Int32(address.port)))
        }
    }

    private func isOwn(_ client: Int32, _ port: Int32) -> Bool { client == self.client && port == self.port }

    private func name(of client: Int32) -> String {
        var information: OpaquePointer?
        guard snd_seq_client_info_malloc(&information) == 0, let information else { return "client \(client)" }
        defer { snd_seq_client_info_free(information) }
        guard snd_seq_get_any_client_info(handle, client, information) == 0,
            let name = snd_seq_client_info_get_name(information)
        else { return "client \(client)" }
        return "\(String(cString: name)) (\(client))"
    }
}
