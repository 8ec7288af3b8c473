import Glibc
import LinuxSystem
import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch
import WheelWire

@testable import WheelServer

/// A server on a real socket, with a panel of a few numbers. The test sets the time.
final class Stage: ServerDelegate {
    static let controls = ["a", "b", "c"]

    let loop: EventLoop
    let path: String
    private(set) var panel: Panel
    private(set) var changes = Changes()
    private var held: Server?
    private(set) var requests: [Request] = []
    private(set) var left: [Int] = []
    /// Called when a client leaves. (The daemon then commits the client's open interactions.)
    var whenLeft: (() -> Void)?
    var time = Instant(microseconds: 1_000_000)

    /// `confirms`: every control has pending values.
    init(
        controls names: [String] = Stage.controls, confirms: Bool = false, maxClients: Int = 64,
        writers: [String]? = nil,
        definers: [String]? = nil
    ) throws {
        loop = try EventLoop()
        path = "/tmp/wheeld-test-\(UInt64.random(in: 0...UInt64.max)).sock"
        var settings = Stage.settings(names)
        if confirms { for index in settings.controls.indices { settings.controls[index].confirmTimeout = .seconds(8) } }
        panel = Panel(settings)
        held = try Server(
            at: try UnixListener.bind(path, permissions: 0o600), loop: loop,
            rights: ClientRights(write: AccountList(writers), define: AccountList(definers ?? writers)),
            maxClients: maxClients, names: NameTable(panel.instrument), panel: settings, delegate: self)
    }

    private static func settings(_ names: [String]) -> PanelSettings {
        PanelSettings(
            controls: names.map {
                ControlSettings(name: $0, quantity: .float(NumberSettings(range: ValueRange(-1e9, 1e9), unit: "Hz")))
            },
            inputs: [InputSettings(name: "knob", controls: [0])])
    }

    /// Changes the configuration to these controls.
    func reload(controls names: [String]) {
        server.flush(at: time)
        var next = Panel(Stage.settings(names))
        next.adopt(panel, Continuity(from: panel.settings, toReloaded: next.settings), at: time, into: &changes)
        panel = next
        server.admit(ClientRights(write: AccountList(nil), define: AccountList(nil)), maxClients: 64)
        server.reconfigure(names: NameTable(panel.instrument), panel: panel.settings)
        server.publish(.controls(Listing(controls: [], inputs: [])), at: time)
        publish()
    }

    var server: Server {
        guard let held else { fatalError("a stage without its server") }
        return held
    }

    func connection() throws -> Reader {
        let reader = Reader(try UnixConnection.connect(to: path))
        try settle()
        return reader
    }

    /// A client that has read its first line.
    func client() throws -> Reader {
        let reader = try connection()
        #expect(try reader.lines().first?.hasPrefix(#"{"event":"hello""#) == true)
        return reader
    }

    /// One iteration of the daemon's loop, without waiting.
    func iterate() throws {
        try loop.iterate(wakeAt: .distantPast)
        server.workOnRequests()
        publish()
        server.flush(at: time)
        #expect(server.isReadyToSleep(at: time), "something waits in a buffer")
    }

    /// Enough iterations to send everything that can be sent.
    func settle() throws {
        for _ in 0..<4 { try iterate() }
        // A slow machine answers few requests in an iteration.
        while server.hasRequestsLeft { try iterate() }
    }

    /// Sets a control without a commit, as a hand does.
    func move(_ control: Int, to value: Double) {
        let manner = SetManner(commits: false)
        _ = try? panel.set(
            [(control: control, value: .number(value))], manner: manner, by: .client(0), at: time, into: &changes)
        publish()
    }

    /// Moves a control several times before anything is published.
    func move(_ control: Int, through values: [Double]) {
        for value in values {
            _ = try? panel.set(control, to: .number(value), by: .client(0), at: time, into: &changes)
        }
        publish()
    }

    /// Sets the first controls in one step.
    func step(_ values: [Double], commits: Bool = true) {
        let given = values.enumerated().map { (control: $0.offset, value: GivenValue.number($0.element)) }
        _ = try? panel.set(given, manner: SetManner(commits: commits), by: .client(0), at: time, into: &changes)
        publish()
    }

    /// Moves a pending value by whole steps of 2e7.
    func hint(_ control: Int, by count: Int) {
        panel.step(control, by: count, source: .client(0), at: time, into: &changes)
        publish()
    }

    func apply(_ control: Int) {
        panel.applyDraft(of: control, by: .client(0), at: time, into: &changes)
        publish()
    }

    func revert(_ control: Int) {
        panel.revertDraft(of: control, by: .client(0), at: time, into: &changes)
        publish()
    }

    func commit(_ control: Int) {
        panel.commit(control, at: time, into: &changes)
        publish()
    }

    private func publish() {
        for change in changes.list { server.publish(change, in: changes, of: panel.instrument.controls) }
        changes.removeAll()
    }

    // MARK: ServerDelegate

    func hello(for client: Int) -> Hello {
        Hello(
            version: "0", instance: "test", client: client, seq: server.seq,
            clock: ClockReading(monotonic: time, realtimeMicroseconds: 0),
            listing: Listing(controls: [], inputs: []))
    }

    var workTime = Interval.zero
    var listing: Listing?

    func answer(_ request: Request, from client: Int) -> Result<Answer, RequestError>? {
        requests.append(request)
        let end = MonotonicClock.now + workTime
        while MonotonicClock.now < end {}
        if request.operation == .screenshot { return nil }
        if let listing, request.operation == .list { return .success(.listing(listing)) }
        if case .value(.number(let value)) = request["value"],
            let control = Stage.controls.firstIndex(of: request.text("control") ?? "")
        {
            move(control, to: value)
        }
        return .success(.done)
    }

    /// The watches whose frames were sent.
    private(set) var sentFrames: [Int] = []

    func rightsWereLimited(of client: Int) {}

    func frameWasSent(of watch: Int) { sentFrames.append(watch) }

    func clientLeft(_ client: Int) {
        left.append(client)
        whenLeft?()
    }
}

/// The client's end of a connection to the server.
///
/// Other tests start programs. Until such a program runs, it has copies of all descriptors, so that closing a
/// descriptor does not end its connection at once.
final class Reader {
    private let connection: UnixConnection
    private var rest = ""
    private var isAtEnd = false

    init(_ connection: consuming UnixConnection) { self.connection = connection }

    deinit { shutdown(connection.descriptor.number, Int32(SHUT_RDWR)) }

    /// Whether the server has closed the connection. All lines must have been taken.
    func hasEnded() throws -> Bool {
        var end = pollfd(fd: connection.descriptor.number, events: Int16(POLLIN), revents: 0)
        while !isAtEnd, poll(&end, 1, 5000) == 1 { _ = try receive(atMost: 65_536) }
        return isAtEnd
    }

    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: bytes)
        _ = try connection.send(UnsafeRawBufferPointer(copy))
    }

    /// Closes the sending direction: the client sends no more requests.
    func endSending() throws {
        guard shutdown(connection.descriptor.number, Int32(SHUT_WR)) == 0 else { throw Errno.last }
    }

    /// All complete lines that have arrived.
    func lines() throws -> [String] {
        while try receive(atMost: 65_536) {}
        return takeLines(from: &rest)
    }

    /// Reads only the next line, as a slow reader does; `nil` if there is none.
    func line() throws -> String? {
        while !rest.hasSuffix("\n") { guard try receive(atMost: 1) else { return nil } }
        defer { rest = "" }
        return String(rest.dropLast())
    }

    private func receive(atMost count: Int) throws -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { buffer.deallocate() }
        switch try connection.receive(into: buffer) {
        case .bytes(let count):
            rest += String(decoding: buffer[..<count], as: UTF8.self)
            return true
        case .wouldBlock: return false
        case .ended:
            isAtEnd = true
            return false
        }
    }
}

/// A member's value in a line, as text.
func member(_ name: String, of line: String) -> String? {
    let key = "\"\(name)\":"
    return line.withCString { text in
        guard let start = strstr(text, key).map({ $0 + key.utf8.count }) else { return nil }
        let value = UnsafeRawBufferPointer(start: start, count: strcspn(start, ",}"))
        return String(decoding: value, as: UTF8.self)
    }
}

/// Lines in short: `a=3` for a value, `a!3` for a commit, `a=3~2` for a value that replaced two, else the event's name.
func short(_ lines: [String]) -> String {
    lines.map { line in
        let control = member("control", of: line)?.filter { $0 != "\"" } ?? ""
        let value = member("value", of: line).map { $0.hasSuffix(".0") ? String($0.dropLast(2)) : $0 } ?? ""
        switch member("event", of: line) {
        case "\"value\"": return "\(control)=\(value)" + (member("skipped", of: line).map { "~\($0)" } ?? "")
        case "\"commit\"": return "\(control)!\(value)"
        case "\"missed\"": return "missed\(member("count", of: line) ?? "")"
        case .some(let name): return name.filter { $0 != "\"" }
        case nil: return member("ok", of: line) == "true" ? "ok" : member("error", of: line) ?? line
        }
    }.joined(separator: " ")
}
