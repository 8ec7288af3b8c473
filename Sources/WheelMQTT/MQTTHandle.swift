internal import CMosquitto
import LinuxSystem

/// One connection of libmosquitto with a broker, from the attempt to connect until its end. Only `dial` and `wait`
/// block.
///
/// The handle belongs to one thread at a time: to the thread of `MQTTDial` until `dial` has returned, then to the
/// loop's thread. The mutex of `MQTTDial`'s result orders the accesses of both threads. So the handle may be sent to
/// the other thread although no lock guards its members.
final class MQTTHandle: @unchecked Sendable {
    enum Event {
        case connected
        /// The broker refuses this program. The values are the reason's number and text.
        case refused(Int32, String)
        case message(topic: String, payload: [UInt8], isRetained: Bool)
        case acknowledged(Int32, refusal: String?)
        case subscriptionRefused
        /// The broker has ended the connection, with a reason.
        case ended(String)
    }

    enum Version {
        case five, three
    }

    /// Whether the library survives everything that a broker may send with MQTT 5. Before 2.0.16 a property that the
    /// library does not know ends the whole program (assert in log__printf), and the waiting commits are lost.
    static let bearsFive: Bool = {
        var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
        mosquitto_lib_version(&major, &minor, &revision)
        return (major, minor, revision) >= (2, 0, 16)
    }()

    /// The data for a connection, except the broker's host and port.
    struct Login: Sendable {
        var clientID: String
        var user: String?
        var password: String?
        var willTopic: String
        var version: Version
    }

    private let handle: OpaquePointer
    private let version: Version
    private let keepAliveSeconds: Int32
    private var events: [Event] = []
    /// The last error that the library has logged, such as the reason why TLS has failed.
    private(set) var logged: String?

    init(_ login: Login, _ settings: MQTTSettings) throws(SystemError) {
        mosquitto_lib_init()
        guard let made = mosquitto_new(login.clientID, true, nil) else {
            throw SystemError("make", "a client of MQTT", .invalidArgument)
        }
        handle = made
        version = login.version
        keepAliveSeconds = Int32(settings.keepAlive.microseconds / 1_000_000)
        mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks()
        let number = version == .five ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, number)
        mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
        try check("set", "the user and the password") {
            login.user.map { mosquitto_username_pw_set(handle, $0, login.password) } ?? 0
        }
        try check("set", "the last will") {
            mosquitto_will_set(handle, login.willTopic, 7, "offline", 1, true)
        }
        if settings.usesTLS { try setTLS(settings) }
    }

    deinit { mosquitto_destroy(handle) }

    private func setTLS(_ settings: MQTTSettings) throws(SystemError) {
        // The library does not report which file cannot be read, so each file is read here first.
        for file in [settings.authorities, settings.certificate, settings.key].compactMap({ $0 }) {
            _ = try RegularFile.read(file)
        }
        let folder = settings.authorities == nil ? "/etc/ssl/certs" : nil
        try check("use", "the certificates of the configuration") {
            mosquitto_tls_set(handle, settings.authorities, folder, settings.certificate, settings.key, refusePassword)
        }
    }

    private func check(_ operation: String, _ subject: String, _ call: () -> Int32) throws(SystemError) {
        let result = call()
        guard result != 0 else { return }
        throw SystemError(operation, subject, .invalidArgument, explanation: MQTTHandle.text(of: result))
    }

    static func text(of result: Int32) -> String {
        // For an error of a system call the library returns the text of errno, so errno must not have changed.
        mosquitto_strerror(result).map { String(cString: $0) } ?? "error \(result)"
    }

    // MARK: The connection.

    /// The largest packet that a broker may send. A value and its topic need less than 1 kB.
    private static let largestPacket: UInt32 = 16 * 1024

    /// Resolves the host's name, connects to the first of its addresses that answers, and sends the first packet. The
    /// attempt may take minutes. Returns `nil` after a success, else the reason for the failure.
    func dial(_ host: String, _ port: Int) -> String? {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        // libmosquitto allocates a whole message before its callback, and MQTT allows 256 MB. So packets are limited,
        // which only MQTT 5 permits.
        if version == .five {
            mosquitto_property_add_int32(
                &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), MQTTHandle.largestPacket)
        }
        let result = mosquitto_connect_bind_v5(handle, host, Int32(port), keepAliveSeconds, nil, properties)
        guard result != 0 else { return nil }
        // The text is read at once, because another call may change errno.
        let text = MQTTHandle.text(of: result)
        return logged.map { "\(text) (\($0))" } ?? text
    }

    /// The socket; negative after it was closed.
    var descriptorNumber: Int32 { mosquitto_socket(handle) }

    var wantsWrite: Bool { mosquitto_want_write(handle) }

    /// Reads packets. Returns the reason if the connection is over, else `nil`.
    func read() -> String? {
        // Each call reads at least one packet that has arrived. A call that has added no event ends the loop.
        for _ in 0..<32 {
            let count = events.count
            if let reason = reason(of: mosquitto_loop_read(handle, 1)) { return reason }
            if events.count == count { return nil }
        }
        return nil
    }

    func write() -> String? { reason(of: mosquitto_loop_write(handle, 1)) }

    /// Sends a keepalive when it is due, and finds out whether the broker still answers.
    func keepAlive() -> String? { reason(of: mosquitto_loop_misc(handle)) }

    private func reason(of result: Int32) -> String? {
        guard result != 0 else { return nil }
        let text = MQTTHandle.text(of: result)
        return logged.map { "\(text) (\($0))" } ?? text
    }

    func consumeEvents() -> [Event] {
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    // MARK: Messages.

    /// Sends a message. Returns the message's number; `nil` if the message could not be sent: the connection is over,
    /// or the socket has no room.
    func publish(_ message: MQTTMessage) -> Int32? {
        // The library queues what does not fit into the socket, and its queue has no limit. So nothing is sent before
        // that queue is empty.
        guard !wantsWrite else { return nil }
        var number: Int32 = 0
        let payload = Array(message.payload.utf8)
        let result = mosquitto_publish_v5(
            handle, &number, message.topic, Int32(payload.count), payload, message.isAcknowledged ? 1 : 0,
            message.isRetained, nil)
        switch result {
        case MOSQ_ERR_SUCCESS.rawValue: return number
        case MOSQ_ERR_NO_CONN.rawValue, MOSQ_ERR_CONN_LOST.rawValue, MOSQ_ERR_ERRNO.rawValue: return nil
        default:
            // The message is invalid and can never be sent. The message is treated like one that the broker has
            // refused.
            events.append(.acknowledged(-1, refusal: "\(message.topic): \(MQTTHandle.text(of: result))"))
            return -1
        }
    }

    /// Subscribes with QoS 0. QoS 1 would save no messages, because the session ends with its connection. And a cluster
    /// of RabbitMQ 3 keeps the queue of a QoS 1 subscription at one node. While that node is down, every other node
    /// refuses the client.
    func subscribe(_ filters: [String]) {
        for filter in filters {
            // With MQTT 5 the broker can leave out retained messages. With older versions the broker sends them with a
            // flag, by which they are recognised.
            let options = version == .five ? Int32(MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue) : 0
            _ = mosquitto_subscribe_v5(handle, nil, filter, 0, options, nil)
        }
    }

    /// Reads and writes for at most `milliseconds`, at the end of the program. Returns `false` if the connection is
    /// over.
    func wait(milliseconds: Int32) -> Bool { mosquitto_loop(handle, milliseconds, 1) == 0 }

    /// After a DISCONNECT the broker does not publish the last will.
    func disconnect() {
        mosquitto_disconnect(handle)
        _ = mosquitto_loop_write(handle, 1)
    }
}

/// The callback for the password of an encrypted key. The default callback would ask on the terminal and block. This
/// callback returns no password, so the key must not be encrypted.
private func refusePassword(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ isWriting: Int32, _ data: UnsafeMutableRawPointer?
) -> Int32 { 0 }

private func receiver(_ data: UnsafeMutableRawPointer?) -> MQTTHandle? {
    data.map { Unmanaged<MQTTHandle>.fromOpaque($0).takeUnretainedValue() }
}

extension MQTTHandle {
    /// The library calls the callbacks on the thread that calls the library.
    private func setCallbacks() {
        mosquitto_connect_v5_callback_set(handle) { _, data, reason, _, _ in
            receiver(data)?.record(connected: reason)
        }
        mosquitto_disconnect_v5_callback_set(handle) { _, data, reason, _ in
            receiver(data)?.record(disconnected: reason)
        }
        mosquitto_publish_v5_callback_set(handle) { _, data, number, reason, _ in
            receiver(data)?.record(acknowledged: number, reason)
        }
        mosquitto_subscribe_v5_callback_set(handle) { _, data, _, count, granted, _ in
            guard let granted else { return }
            for index in 0..<Int(count) where granted[index] >= 128 { receiver(data)?.recordSubscriptionRefused() }
        }
        mosquitto_message_v5_callback_set(handle) { _, data, message, _ in
            if let message { receiver(data)?.record(message.pointee) }
        }
        mosquitto_log_callback_set(handle) { _, data, level, text in
            guard level == Int32(MOSQ_LOG_ERR), let text else { return }
            receiver(data)?.record(logged: String(cString: text))
        }
    }

    private func record(connected reason: Int32) {
        guard reason != 0 else { return events.append(.connected) }
        let text = version == .five ? mosquitto_reason_string(reason) : mosquitto_connack_string(reason)
        events.append(.refused(reason, text.map { MQTTHandle.plain(String(cString: $0)) } ?? "reason \(reason)"))
    }

    /// Shortens the library's text `Connection Refused: not authorised.` to `Not authorised`.
    private static func plain(_ text: String) -> String {
        let refused = "Connection Refused: "
        guard text.hasPrefix(refused) else { return text }
        let reason = text.dropFirst(refused.count).prefix { $0 != "." }
        return reason.prefix(1).uppercased() + reason.dropFirst()
    }

    private func record(disconnected reason: Int32) {
        // A number below 128 is an error of the library. The call that has found this error also returns it, so it is
        // not recorded here.
        guard reason >= 128 else { return }
        events.append(.ended(mosquitto_reason_string(reason).map { String(cString: $0) } ?? "reason \(reason)"))
    }

    private func record(acknowledged number: Int32, _ reason: Int32) {
        let text = reason >= 128 ? mosquitto_reason_string(reason).map { String(cString: $0) } : nil
        events.append(.acknowledged(number, refusal: text))
    }

    private func recordSubscriptionRefused() { events.append(.subscriptionRefused) }

    private func record(_ message: mosquitto_message) {
        guard let topic = message.topic else { return }
        // A payload longer than `MQTTText.longest` cannot be a value, so only its beginning is copied.
        let count = min(Int(message.payloadlen), MQTTText.longest + 1)
        let payload = message.payload.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
        events.append(.message(topic: String(cString: topic), payload: payload, isRetained: message.retain))
    }

    private func record(logged text: String) {
        // Some messages of the library end with a line break, which is removed.
        logged = String(text.prefix { !$0.isNewline })
    }
}
