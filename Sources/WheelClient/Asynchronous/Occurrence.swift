import WheelWire

/// An event, or a change of a `Client`'s connection.
public enum Occurrence: Sendable {
    /// The client is connected, for the first time or again; `Hello` has the state. A restarted daemon has another
    /// `instance`.
    case connected(Hello)
    case event(Event)
    /// The connection was lost, or there is no daemon yet. It is reported once. The client goes on trying, unless it was made
    /// without `reconnecting`.
    case disconnected(ClientError)
    /// After a reconnection the daemon refused the subscription, whose controls no longer exist. From now on there are all events.
    case subscriptionRefused(RequestError)
}

/// The occurrences of a `Client`. The sequence ends when the client is closed, when the task that reads it is cancelled, and
/// with the connection if the client does not reconnect.
///
/// A client has one sequence: two loops over it each get a part of the occurrences. Use two clients to get them all twice.
///
/// A slow reader misses what the daemon would drop as well. Beyond 256 unread occurrences the values of each control are
/// merged into the newest. If that is not enough, the oldest events are dropped, and `missed` has their number.
public struct Occurrences: AsyncSequence, Sendable {
    public typealias Element = Occurrence
    public typealias Failure = Never

    /// Keeps the connection open while the sequence is read.
    let client: Client

    public func makeAsyncIterator() -> Iterator { Iterator(client: client) }

    public struct Iterator: AsyncIteratorProtocol {
        let client: Client

        public mutating func next() async -> Occurrence? { await client.engine.mailbox.next() }
    }
}
