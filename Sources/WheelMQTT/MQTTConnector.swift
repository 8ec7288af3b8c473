import LinuxSystem
import WheelClient
import WheelCore

/// Chooses the broker to try next, the version of MQTT, and the time of the attempt.
///
/// After a failure the next broker is tried. When all brokers have failed, the pause grows. A broker that refuses MQTT
/// 5 is tried with MQTT 3.1.1. A broker that closes the connection without an answer is tried with the other version
/// next time.
struct MQTTConnector {
    private let count: Int
    private let speaksFive: Bool
    /// For each broker, whether it seems to know only MQTT 3.1.1.
    private var areOld: [Bool]
    private(set) var index = 0
    private var failures = 0
    private let backoff = Backoff(first: .seconds(0.2), longest: .seconds(30))

    /// `speaksFive`: whether this program speaks MQTT 5 at all.
    init(brokers: Int, speaksFive: Bool = true) {
        count = brokers
        self.speaksFive = speaksFive
        areOld = Array(repeating: false, count: brokers)
    }

    var version: MQTTHandle.Version { areOld[index] || !speaksFive ? .three : .five }

    /// Records that the connection to the broker has lasted for a while, so that the next pause is short again.
    mutating func recordConnected() { failures = 0 }

    /// Records that the broker does not know the version. Returns whether MQTT 3.1.1 can be tried instead.
    mutating func recordWrongVersion() -> Bool {
        guard version == .five else { return false }
        areOld[index] = true
        return true
    }

    /// Records that the broker has closed the connection before it sent a packet, as old brokers do after an unknown
    /// version. The next attempt with this broker uses the other version.
    mutating func recordSilentEnd() { areOld[index].toggle() }

    /// Chooses the next broker, and returns the pause before it is tried. Programs that have lost the same broker must
    /// not all reconnect at the same time: `chance`, a random number in 0…1, spreads their attempts.
    mutating func recordFailure(chance: Double) -> Interval {
        index = (index + 1) % count
        failures += 1
        let rounds = (failures + count - 1) / count
        let longest = backoff.pause(afterFailures: rounds, chance: 1)
        return Interval(microseconds: Int64(Double(longest.microseconds) * (0.5 + 0.5 * chance)))
    }
}
