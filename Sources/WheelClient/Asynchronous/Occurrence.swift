import WheelWire

/// An event, or a change of a `Client`'s connection.
public enum Occurrence: Sendable {
    /// The client is connected, for the first time or again. `Hello` contains the state. After a restart the daemon has
    /// another `instance`.
    case connected(Hello)
    case event(Event)
    /// The connection was lost, or no daemon runs yet. This state is reported once. The client continues to try, unless
    /// it was made without `reconnecting`.
    case disconnected(ClientError)
    /// The daemon refused the subscription of a new connection, for example because a control that it names no longer
    /// exists. From now on the client gets all events except `raw`.
    case subscriptionRefused(RequestError)
}

/// The occurrences of a `Client`. The sequence ends when the client is closed or when the task that reads it is
/// cancelled. If the client does not reconnect, the sequence also ends with the connection.
///
/// A client has only one sequence: two loops over it share the occurrences. Use two clients to get all occurrences
/// twice.
///
/// A slow reader misses occurrences. If more than 256 occurrences are unread, the values of each control are merged
/// into the newest value. If that is not enough, the least important events are dropped, and `missed` has their number.
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
