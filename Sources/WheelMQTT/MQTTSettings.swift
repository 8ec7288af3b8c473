import WheelBridge
import WheelCore

package struct MQTTSettings: Equatable, Sendable {
    /// The brokers, the preferred one first.
    package var brokers = [HostPort(host: "localhost")]
    /// The port of brokers that name none; `nil`: 1883, or 8883 with TLS.
    package var port: UInt16?
    /// HOST in the topics; `nil`: the name of the machine.
    package var name: String?
    package var prefix = "wheeld"
    package var user: String?
    package var passwordFile: String?
    package var usesTLS = false
    /// The authority that signs the broker's certificate; `nil`: the system's authorities.
    package var authorities: String?
    /// The certificate of this program, and its key.
    package var certificate: String?
    package var key: String?
    /// Home Assistant's prefix of discovery topics; `nil`: nothing is announced.
    package var discovery: String?
    package var interval = Interval.milliseconds(20)
    /// After as much silence either side asks whether the other is still there.
    package var keepAlive = Interval.seconds(30)
    /// As many commits wait for a broker.
    package var room = 10_000

    package init() {}

    package var usualPort: UInt16 { port ?? (usesTLS ? 8883 : 1883) }
}

package struct MQTTMessage: Equatable, Sendable {
    package var topic: String
    package var payload: String
    /// QoS 1: the broker must acknowledge it.
    package var isAcknowledged = false
    package var isRetained = false

    package init(_ topic: String, _ payload: String, isAcknowledged: Bool = false, isRetained: Bool = false) {
        self.topic = topic
        self.payload = payload
        self.isAcknowledged = isAcknowledged
        self.isRetained = isRetained
    }
}
