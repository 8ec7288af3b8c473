import WheelProtocol

/// What a `Client` tells.
public enum Occurrence: Sendable {
    /// The daemon is there, for the first time or again, and this is how everything stands. A restarted daemon has another
    /// `instance`.
    case connected(Hello)
    case event(Event)
    /// The daemon has gone, or is not there yet. Told once; the client goes on trying unless it was told not to.
    case disconnected(ClientError)
    /// After the daemon has come back, what was subscribed to does not exist any more, so all events come.
    case subscriptionRefused(RequestError)
}

/// What a `Client` tells, as it comes. It ends when the client is closed, when the task that reads it is cancelled, and with
/// the connection where the client was told not to reconnect.
///
/// A client has one such sequence: two loops over it each get a part. Make two clients where everything is wanted twice.
///
/// Who reads too slowly loses what the daemon would leave out as well: past 256 unread occurrences the values of each
/// control are merged to the newest, and past that the oldest events go and `missed` says how many.
public struct Occurrences: AsyncSequence, Sendable {
    public typealias Element = Occurrence
    public typealias Failure = Never

    /// Kept, so that the connection lasts as long as somebody reads.
    let client: Client

    public func makeAsyncIterator() -> Iterator { Iterator(client: client) }

    public struct Iterator: AsyncIteratorProtocol {
        let client: Client

        public mutating func next() async -> Occurrence? { await client.engine.mailbox.next() }
    }
}
