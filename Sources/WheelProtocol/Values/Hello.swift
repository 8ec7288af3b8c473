import WheelGeometry
import WheelModel

/// The version of the protocol, which only grows: members and events may be added to it.
public enum WireProtocol {
    public static let version = 1
    /// The longest line that the daemon takes, without its end.
    public static let longestRequest = 65_536
}

/// The first line on every connection: who speaks, and how everything stands.
public struct Hello: Equatable, Sendable {
    public var protocolVersion: Int
    public var version: String
    /// Changes with a restart of the daemon.
    public var instance: String
    /// This client's number, as in the events that it causes.
    public var client: Int
    /// The last event's number so far.
    public var seq: Int
    public var clock: ClockReading
    public var page: String?
    public var isLocked: Bool
    public var listing: Listing

    public init(
        protocolVersion: Int = WireProtocol.version, version: String, instance: String, client: Int, seq: Int,
        clock: ClockReading, page: String?, isLocked: Bool, listing: Listing
    ) {
        self.protocolVersion = protocolVersion
        self.version = version
        self.instance = instance
        self.client = client
        self.seq = seq
        self.clock = clock
        self.page = page
        self.isLocked = isLocked
        self.listing = listing
    }
}

/// One moment on both clocks, so that event times can be told in wall-clock time.
public struct ClockReading: Equatable, Sendable {
    public var monotonic: Instant
    /// Microseconds since 1970.
    public var realtimeMicroseconds: Int64

    public init(monotonic: Instant, realtimeMicroseconds: Int64) {
        self.monotonic = monotonic
        self.realtimeMicroseconds = realtimeMicroseconds
    }
}

extension Hello {
    init(_ members: JSONObject) throws(MemberProblem) {
        protocolVersion = try members.integer("protocol")
        version = try members.string("version")
        instance = try members.string("instance")
        client = try members.integer("client")
        seq = try members.integer("seq")
        let clock = try members.object("clock")
        self.clock = ClockReading(
            monotonic: try clock.instant("monotonic"),
            realtimeMicroseconds: try clock.instant("realtime").microseconds)
        page = try members.optionalString("page")
        isLocked = try members.bool("locked")
        listing = try Listing(members)
    }

    /// The line. Its first part differs from client to client; its second is long, and one for all of them.
    public func write(to line: inout LineBuffer) {
        writeGreeting(to: &line)
        writeState(to: &line)
    }

    public func writeGreeting(to line: inout LineBuffer) {
        line.beginObject()
        line.key("event")
        line.string("hello")
        line.key("protocol")
        line.integer(protocolVersion)
        line.key("version")
        line.string(version)
        line.key("instance")
        line.string(instance)
        line.key("client")
        line.integer(client)
        line.key("seq")
        line.integer(seq)
        line.key("clock")
        line.beginObject()
        line.key("monotonic")
        line.seconds(microseconds: clock.monotonic.microseconds)
        line.key("realtime")
        line.seconds(microseconds: clock.realtimeMicroseconds)
        line.append("},")
    }

    /// From `page` to the end of the line: goes behind a greeting, into its buffer or another.
    public func writeState(to line: inout LineBuffer) {
        line.key("page")
        line.optionalString(page)
        line.key("locked")
        line.bool(isLocked)
        line.members(of: listing)
        line.endLine()
    }
}

extension JSONObject {
    /// A point in time in seconds.
    func instant(_ name: String) throws(MemberProblem) -> Instant {
        let microseconds = (try number(name) * 1e6).rounded()
        guard let exact = Int64(exactly: microseconds) else { throw .wrong(name, mustBe: "a time in seconds") }
        return Instant(microseconds: exact)
    }
}
