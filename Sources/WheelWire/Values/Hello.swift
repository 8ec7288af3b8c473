import WheelCore

/// The first line on every connection that the daemon does not refuse.
public struct Hello: Equatable, Sendable {
    public var protocolVersion: Int
    public var version: String
    /// Changes with each start of the daemon.
    public var instance: String
    /// This client's number. Events that the client causes contain this number.
    public var client: Int
    /// The number of the last event so far.
    public var seq: Int
    public var clock: ClockReading
    public var listing: Listing
    public var page: String? { listing.page }
    public var isLocked: Bool { listing.isLocked }

    public init(
        protocolVersion: Int = WireProtocol.version, version: String, instance: String, client: Int, seq: Int,
        clock: ClockReading, listing: Listing
    ) {
        self.protocolVersion = protocolVersion
        self.version = version
        self.instance = instance
        self.client = client
        self.seq = seq
        self.clock = clock
        self.listing = listing
    }
}

/// The times of both clocks at one moment, to convert the times of events to times of day.
public struct ClockReading: Equatable, Sendable {
    public var monotonic: Instant
    /// Microseconds since 1970.
    public var realtimeMicroseconds: Int64

    public init(monotonic: Instant, realtimeMicroseconds: Int64) {
        self.monotonic = monotonic
        self.realtimeMicroseconds = realtimeMicroseconds
    }
}

extension Hello: DeclaredObject {
    static let blank = Hello(
        version: "", instance: "", client: 0, seq: 0, clock: .blank, listing: .blank)

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitOwnMembers(&visitor)
        listing.visitMembers(&visitor)
    }

    private mutating func visitOwnMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("protocol", &protocolVersion, "1; see [What is promised](#what-is-promised)")
        visitor.visit("version", &version, "the daemon's version")
        visitor.visit("instance", &instance, "a random text, new at each start of the daemon")
        visitor.visit("client", &client, "this client's number, which is in the events that it causes")
        visitor.visit("seq", &seq, "the number of the last event so far")
        visitor.visit(
            "clock", &clock,
            "both clocks, read at one moment as the client connected: `monotonic`, the clock of events, and `realtime`")
    }

    public func write(to line: inout LineBuffer) {
        writeHead(to: &line)
        listing.endLine(&line)
    }

    /// Writes the line without the listing at its end.
    public func writeHead(to line: inout LineBuffer) {
        line.append("{\"event\":\"hello\"")
        var hello = self
        hello.visitOwnMembers(&line)
    }
}

extension ClockReading: DeclaredObject {
    static let blank = ClockReading(monotonic: Instant(microseconds: 0), realtimeMicroseconds: 0)

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("monotonic", &monotonic, "CLOCK_MONOTONIC")
        visitor.visit("realtime", &realtime, "the wall clock")
    }

    private var realtime: Instant {
        get { Instant(microseconds: realtimeMicroseconds) }
        set { realtimeMicroseconds = newValue.microseconds }
    }
}
