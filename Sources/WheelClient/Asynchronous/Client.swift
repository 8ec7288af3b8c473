import LinuxSystem
import WheelGeometry
import WheelModel
import WheelProtocol
import WheelSettings

/// A program's line to wheeld: it connects, connects again when the daemon has been restarted, tells what happens, and
/// asks for things.
///
/// ```swift
/// let client = try Client()
/// try await client.set("frequency", to: 14.1)
/// for await occurrence in client.occurrences {
///     guard case .event(let event) = occurrence, case .value(let value) = event.content else { continue }
///     print(value.control, value.value)
/// }
/// ```
///
/// It has a thread of its own, which sleeps while nothing happens, and may be used from any task. It closes itself when
/// nobody holds it any more. For a program without tasks there is `Connection`.
public final class Client: Sendable {
    let engine: Engine

    /// Begins to connect, and returns at once.
    ///
    /// `socket`: else `$WHEELD_SOCKET`, else the user's own if there is one, else the system's. `subscription`: what is
    /// wanted, else every event but `raw`. `reconnecting`: `nil` to end with the first connection.
    public init(
        socket: String? = nil, subscription: Subscription = Subscription(), reconnecting: Backoff? = Backoff()
    ) throws(SystemError) {
        do throws(Errno) {
            let engine = try Engine()
            _ = try Thread("wheel-client") {
                guard
                    let loop = try? EngineLoop(
                        engine, socket: socket, subscription: subscription, backoff: reconnecting)
                else { return engine.fail() }
                loop.run()
            }
            self.engine = engine
        } catch {
            throw SystemError("start a client's thread", error)
        }
    }

    deinit {
        engine.close()
    }

    /// What happens, as it comes; `connected` is the first unless the daemon is not there.
    public var occurrences: Occurrences { Occurrences(client: self) }

    /// Asks, and waits for the answer. While the daemon is not there the request waits for it, until the time is over.
    ///
    /// A request on whose way the connection was lost throws `ended`: it may or may not have been done.
    public func perform(
        _ request: Request, timeout: Interval = .seconds(5)
    ) async throws(ClientError) -> Answer {
        try await engine.perform(request, timeout: timeout).get()
    }

    /// Ends the connection, the sequence of occurrences, and whatever is waited for.
    public func close() { engine.close() }
}
