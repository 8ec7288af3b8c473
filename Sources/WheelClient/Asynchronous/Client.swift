import LinuxSystem
import WheelCore
import WheelWire

/// A connection to wheeld that delivers events, sends requests, and reconnects after a restart of the daemon.
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
/// A client has a thread of its own, which sleeps while there is nothing to do. The client may be used from any task,
/// and its connection closes when the last reference to the client is released. Programs without concurrency use
/// `Connection`.
public final class Client: Sendable {
    let engine: Engine

    /// Starts to connect, and returns at once.
    ///
    /// - `socket`: `nil` means `$WHEELD_SOCKET`, else the user's own socket if it exists, else the system's.
    /// - `subscription`: the default is every event except `raw`.
    /// - `reconnecting`: with `nil` the client ends when its first connection ends or cannot be made.
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

    /// Events, and changes of the connection. If a daemon runs, the first occurrence is `connected`.
    public var occurrences: Occurrences { Occurrences(client: self) }

    /// Sends a request and waits for its answer. Without a daemon the request waits for one until the timeout.
    ///
    /// Throws `ended` if the connection is lost after the request was sent. The daemon may or may not have performed
    /// the request.
    public func perform(
        _ request: Request, timeout: Interval = .seconds(5)
    ) async throws(ClientError) -> Answer {
        try await engine.perform(request, timeout: timeout).get()
    }

    /// Ends the connection and the sequence of occurrences. Requests that wait for an answer throw `closed`.
    public func close() { engine.close() }
}
