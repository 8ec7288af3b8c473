internal import CGPIO
import LinuxSystem
import WheelCore
import WheelModel

/// The lines of an encoder, a button or both, in one request.
///
/// A line has a capacitance, so it does not reach its level at once when its pull resistor is switched on: with the
/// board's 50 kΩ and a capacitance of 100 nF, the time constant is 5 ms. So the lines are first requested without
/// edges, and changes before `openTime` are ignored. Then edges are switched on, and after that the levels are read. An
/// edge between these two steps is harmless: the levels that are read include its change.
///
/// All available edges are read before the first is decoded, since edges of two lines can arrive in the wrong order.
final class GPIODevice: EventHandler {
    /// The chip and the lines, such as "gpiochip0 17 (GPIO17), 27 (GPIO27)", for messages.
    let lineNames: String
    private let chipName: String
    private let settings: GPIOSettings
    private let isDetentless: Bool
    private let buttonDebounce: Interval
    private let request: OpaquePointer
    private var lines: [cgpio_input]
    private let roles: [(role: LineRole, offset: UInt32)]
    /// Whether an active line means a closed contact.
    private let isClosedWhenActive: Bool
    private let merger: InputMerger
    private let loop: EventLoop
    private unowned let hub: InputHub
    private var registration: Registration?
    /// Decodes the edges; `nil` until the lines are open.
    private var decoder: LineDecoder?
    /// When the lines will be opened; `nil` once they are open.
    private(set) var openTime: Instant?
    private let read: UnsafeMutableBufferPointer<cgpio_edge>
    private let edges: UnsafeMutableBufferPointer<LineEdge>
    private var edgeCount = 0

    /// The capacity of the kernel's buffer.
    private static let mostEdges = 1024
    /// How long the lines are charged before their levels are used.
    static let charging = Interval.milliseconds(10)

    /// Requests the lines. Their edges are reported from `openTime` on.
    init(
        _ settings: GPIOSettings, isDetentless: Bool, buttonDebounce: Interval, merger: InputMerger, loop: EventLoop,
        hub: InputHub
    ) throws(GPIOProblem) {
        self.settings = settings
        self.isDetentless = isDetentless
        self.buttonDebounce = buttonDebounce
        self.merger = merger
        self.loop = loop
        self.hub = hub
        // A pull-down holds the line low while the contact is open, so the line is high, and thus active, while the
        // contact is closed. Without a pull-down the line is high while the contact is open. With `active_low` the
        // kernel calls a low line active.
        isClosedWhenActive = settings.bias == .pullDown
        let chip = try GPIOChip.open(settings)
        chipName = chip.name
        var roles: [(role: LineRole, offset: UInt32)] = []
        for (role, line) in settings.lines { roles.append((role, try chip.offset(of: line))) }
        self.roles = roles
        lineNames =
            chip.name + " "
            + roles.map { line in
                chip.line(line.offset)?.name.map { "\(line.offset) (\($0))" } ?? "\(line.offset)"
            }.joined(separator: ", ")
        lines = roles.map { line in
            cgpio_input(offset: line.offset, bias: settings.bias.c, active_low: settings.isActiveLow, edges: false)
        }
        request = try chip.request(lines)
        // The buffers are allocated after the request: if the request throws, `deinit` does not run.
        read = .allocate(capacity: Int(CGPIO_READ_MAX))
        edges = .allocate(capacity: Self.mostEdges)
        // The request has switched the resistors on, so the lines begin to charge now.
        openTime = .now + Self.charging
    }

    deinit {
        cgpio_request_release(request)
        read.deallocate()
        edges.deallocate()
    }

    private func open() throws(GPIOProblem) {
        openTime = nil
        for index in lines.indices { lines[index].edges = true }
        let result = cgpio_request_reconfigure(request, lines, lines.count)
        guard result == 0 else { throw .edges(of: chipName, Errno(rawValue: -result)) }
        do throws(Errno) {
            decoder = LineDecoder(
                settings, isDetentless: isDetentless, buttonDebounce: buttonDebounce, try readLevels(), merger)
        } catch {
            throw GPIOProblem("cannot read the levels of \(lineNames): \(error)", error)
        }
        do throws(Errno) {
            registration = try loop.register(
                descriptorNumber: cgpio_request_fd(request), for: .readable, self)
        } catch {
            throw GPIOProblem("cannot watch the lines of \(lineNames): \(error)")
        }
    }

    /// Stops watching the lines. No events follow. `deinit` releases the lines.
    func close() {
        openTime = nil
        decoder = nil
        guard let registration else { return }
        loop.deregister(registration)
        self.registration = nil
    }

    var deadline: Instant? { openTime ?? decoder?.deadline }

    func wake(at time: Instant) {
        if let openTime {
            guard openTime <= time else { return }
            do throws(GPIOProblem) {
                try open()
                hub.opened(self, at: time)
            } catch {
                hub.refused(self, error, at: time)
            }
            return
        }
        guard let deadline = decoder?.deadline, deadline <= time else { return }
        // Reads all edges first, since an edge before the deadline moves the deadline.
        if let error = readAndApply() { return hub.lost(self, error) }
        decoder?.wake(at: time, merger: merger)
        guard decoder?.wantsLook(at: time) ?? false else { return }
        var levels: LineLevels?
        do throws(Errno) {
            levels = try readLevels()
        } catch .noDevice {
            return hub.lost(self, .noDevice)
        } catch {
            // The read of a GPIO expander over its bus may fail occasionally. Then `levels` stays `nil`, since a
            // missing level is better than a wrong one.
        }
        // If an edge arrived after the levels were read, it reports its level itself, and these levels are not used.
        if let error = readAndApply() { return hub.lost(self, error) }
        if edgeCount == 0 { decoder?.look(levels, at: time, merger: merger) }
    }

    func renumber() {
        guard var decoder else { return }
        decoder.buttonNumber = merger.button(named: "")
        if decoder.holdsButton { merger.countHeld(decoder.buttonNumber) }
        self.decoder = decoder
    }

    /// Reports the levels of the lines, when they are opened and when a recording begins.
    func reportLevels(at time: Instant) { decoder?.reportLevels(try? readLevels(), at: time, merger) }

    func handle(_ readiness: Readiness, of registration: Registration) {
        if let error = readAndApply() { return hub.lost(self, error) }
        if edgeCount == 0, !readiness.isDisjoint(with: [.hangup, .error]) { hub.lost(self, .noDevice) }
    }

    /// Reads and decodes all available edges, and sets `edgeCount`. If the read fails, for example because the chip was
    /// removed, returns the error.
    private func readAndApply() -> Errno? {
        edgeCount = 0
        var error: Errno?
        while edgeCount + read.count <= edges.count {
            let count = cgpio_request_read(request, read.baseAddress, read.count)
            guard count >= 0 else {
                error = Errno(rawValue: -count)
                break
            }
            for index in 0..<Int(count) { keep(read[index]) }
            if count < read.count { break }
        }
        let batch = UnsafeMutableBufferPointer(rebasing: edges[..<edgeCount])
        decoder?.apply(batch, merger: merger) { try? readLevels() }
        return error
    }

    /// Whether the chip is still present. The check is needed because before Linux 6.9 the removal of a chip does not
    /// wake a program that waits for its edges.
    var isPresent: Bool {
        do throws(Errno) {
            _ = try readLevels()
            return true
        } catch {
            return error != .noDevice
        }
    }

    private func keep(_ edge: cgpio_edge) {
        guard let role = roles.first(where: { $0.offset == edge.offset })?.role else { return }
        (edges.baseAddress.unsafelyUnwrapped + edgeCount).initialize(
            to: LineEdge(
                time: Instant(microseconds: Int64(edge.time_ns / 1000)), role: role, sequence: edge.line_sequence,
                requestSequence: edge.sequence, isClosed: edge.rising == isClosedWhenActive))
        edgeCount += 1
    }

    /// Reads the levels of all lines. An expander is read over its bus, so the read may fail.
    private func readLevels() throws(Errno) -> LineLevels {
        var bits: UInt64 = 0
        var levels = LineLevels()
        let result = cgpio_request_levels(request, &bits)
        guard result == 0 else { throw Errno(rawValue: -result) }
        for index in roles.indices {
            levels[roles[index].role] = (bits >> UInt64(index) & 1 == 1) == isClosedWhenActive
        }
        return levels
    }
}

extension GPIOBias {
    fileprivate var c: cgpio_bias {
        switch self {
        case .pullUp: CGPIO_BIAS_PULL_UP
        case .pullDown: CGPIO_BIAS_PULL_DOWN
        case .disabled: CGPIO_BIAS_DISABLED
        case .asIs: CGPIO_BIAS_AS_IS
        }
    }
}

extension GPIOChip {
    func request(_ inputs: [cgpio_input], consumer: String = GPIOChip.consumer) throws(GPIOProblem) -> OpaquePointer {
        try request(inputs.map(\.offset)) { cgpio_request_inputs(pointer, inputs, inputs.count, consumer, &$0) }
    }

    /// `levels`: bit N is the initial level of line N.
    func request(outputs: [UInt32], levels: UInt64, consumer: String) throws(GPIOProblem) -> OpaquePointer {
        try request(outputs) { cgpio_request_outputs(pointer, outputs, outputs.count, levels, consumer, &$0) }
    }

    private func request(
        _ offsets: [UInt32], _ make: (inout OpaquePointer?) -> Int32
    ) throws(GPIOProblem) -> OpaquePointer {
        var request: OpaquePointer?
        let result = make(&request)
        if result >= 0, let request { return request }
        let error = Errno(rawValue: -result)
        guard error == .busy else {
            throw GPIOProblem(
                error == .accessDenied || error == .notPermitted
                    ? "may not take lines of \(name): \(GPIOProblem.rightsRemedy)"
                    : "cannot take lines of \(name): \(error)")
        }
        let taken = offsets.lazy.compactMap { self.line($0) }.first { $0.isUsed }
        guard let taken else { throw GPIOProblem("a line of \(name) is taken: \(error)") }
        let line = taken.name.map { "\($0) (\(name) \(taken.offset))" } ?? "\(taken.offset) of \(name)"
        throw GPIOProblem(
            "line \(line) is taken by \(taken.consumer.map { "'\($0)'" } ?? "another driver or program"): "
                + "end that, or remove the device-tree overlay that uses the line")
    }
}
