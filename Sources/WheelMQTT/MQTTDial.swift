import LinuxSystem
import Synchronization
import WheelBridge

/// An attempt to connect, on a thread of its own.
///
/// The C library resolves names with getaddrinfo(3), which blocks. The name cannot be resolved beforehand, because
/// libmosquitto needs it to check the broker's certificate. The thread lives only for the attempt. An attempt that
/// takes too long is abandoned: its thread ends by itself.
final class MQTTDial {
    let handle: MQTTHandle
    private let result: DialResult

    /// Signalled when an attempt is over, to wake the loop.
    private let over: EventDescriptor

    init(_ handle: MQTTHandle, _ broker: HostPort, port: UInt16, over: EventDescriptor) throws(SystemError) {
        self.handle = handle
        self.over = over
        let result = DialResult()
        self.result = result
        let host = broker.host
        do throws(Errno) {
            // Discarding the `Thread` detaches the thread, which continues to run.
            _ = try Thread("mqtt-connect") {
                let reason = handle.dial(host, Int(port))
                result.end(reason)
                over.signal()
            }
        } catch {
            result.end("no thread")
            throw SystemError("start", "a thread", error)
        }
    }

    /// The number of attempts that have not ended, including those that were abandoned.
    static var running: Int { DialResult.running.load(ordering: .relaxed) }

    var outcome: Outcome? { result.outcome }

    enum Outcome {
        case connected
        case failed(String)
    }
}

private final class DialResult: Sendable {
    static let running = Atomic<Int>(0)
    private let state = Mutex<MQTTDial.Outcome?>(nil)

    init() { DialResult.running.add(1, ordering: .relaxed) }

    func end(_ reason: String?) {
        DialResult.running.subtract(1, ordering: .relaxed)
        state.withLock { $0 = reason.map(MQTTDial.Outcome.failed) ?? .connected }
    }

    var outcome: MQTTDial.Outcome? { state.withLock { $0 } }
}
