import LinuxSystem
import WheelCore
import WheelWire

/// A connection to wheeld that reconnects when the daemon has been restarted. It delivers events and sends requests.
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
/// It has a thread of its own, which sleeps while nothing happens. It may be used from any task, and is closed with the last reference
/// to it. Programs without concurrency use `Connection`.
public final class Client: Sendable {
    let engine: Engine

    /// Starts to connect, and returns at once.
    ///
    /// `socket`: without it `$WHEELD_SOCKET`, else the user's own socket if it exists, else the system's. `subscription`:
    /// without it every event but `raw`. `reconnecting`: `nil` to end with the first connection.
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

    /// Events, and changes of the connection. The first is `connected` if the daemon is there.
    public var occurrences: Occurrences { Occurrences(client: self) }

    /// Sends a request and waits for its answer. While the daemon is not there, the request waits until the timeout.
    ///
    /// If the connection is lost after the request was sent, this throws `ended`: the request may or may not have been done.
    public func perform(
        _ request: Request, timeout: Interval = .seconds(5)
    ) async throws(ClientError) -> Answer {
        try await engine.perform(request, timeout: timeout).get()
    }

    /// Ends the connection and the sequence of occurrences. Requests that wait for an answer throw `closed`.
    public func close() { engine.close() }
}
