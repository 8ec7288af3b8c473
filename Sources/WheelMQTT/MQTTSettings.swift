import WheelBridge
import WheelCore

package struct MQTTSettings: Equatable, Sendable {
    /// The brokers, the preferred one first.
    package var brokers = [HostPort(host: "localhost")]
    /// The port of brokers for which the settings name no port; `nil`: 1883, or 8883 with TLS.
    package var port: UInt16?
    /// The part HOST of the topics; `nil`: the name of the machine.
    package var name: String?
    package var prefix = "wheeld"
    package var user: String?
    package var passwordFile: String?
    package var usesTLS = false
    /// The file with the authority that signs the broker's certificate; `nil`: the system's authorities.
    package var authorities: String?
    /// The files with this program's certificate and with its key.
    package var certificate: String?
    package var key: String?
    /// The prefix of Home Assistant's discovery topics; `nil`: nothing is announced.
    package var discovery: String?
    package var interval = Interval.milliseconds(20)
    /// After this time without a packet this program sends a keepalive, and checks whether the broker answers.
    package var keepAlive = Interval.seconds(30)
    /// The maximum number of commits that no broker has acknowledged yet.
    package var room = 10_000

    package init() {}

    package var usualPort: UInt16 { port ?? (usesTLS ? 8883 : 1883) }
}

package struct MQTTMessage: Equatable, Sendable {
    package var topic: String
    package var payload: String
    /// Whether the message is sent with QoS 1, so that the broker must acknowledge it.
    package var isAcknowledged = false
    package var isRetained = false

    package init(_ topic: String, _ payload: String, isAcknowledged: Bool = false, isRetained: Bool = false) {
        self.topic = topic
        self.payload = payload
        self.isAcknowledged = isAcknowledged
        self.isRetained = isRetained
    }
}
