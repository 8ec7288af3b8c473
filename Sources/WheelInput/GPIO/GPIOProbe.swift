internal import CGPIO
import LinuxSystem
import WheelCore

/// Measures latency: two outputs that are wired to the lines of an encoder imitate its turns, and an input, the line of
/// a phototransistor, reports when the picture has changed.
///
/// At a detent the lines of an encoder have certain levels. These levels are read first, while the outputs are still
/// inputs without a pull resistor. The outputs begin with these levels and return to them after each detent, so that
/// neither taking the lines nor releasing them turns the encoder.
package final class GPIOProbe {
    private static let consumer = "wheelctl latency"

    private let light: Request?
    private let outputs: Request
    private let lines: [cgpio_input]
    /// Bit 0 is the level of A, bit 1 of B.
    private var levels: UInt64

    /// The lines of `settings`: its encoder's lines are the outputs, and its button's line is the input.
    package init(_ settings: GPIOSettings) throws(GPIOProblem) {
        let chip = try GPIOChip.open(settings)
        var offsets: [UInt32] = []
        for (_, line) in settings.lines { offsets.append(try chip.offset(of: line)) }
        lines = offsets.prefix(2).map {
            cgpio_input(offset: $0, bias: CGPIO_BIAS_DISABLED, active_low: false, edges: false)
        }
        light =
            offsets.count > 2
            ? Request(
                try chip.request(
                    [cgpio_input(offset: offsets[2], bias: CGPIO_BIAS_AS_IS, active_low: false, edges: true)],
                    consumer: Self.consumer)) : nil
        levels = try Request(try chip.request(lines, consumer: Self.consumer)).levels()
        outputs = Request(
            try chip.request(outputs: lines.map(\.offset), levels: levels, consumer: Self.consumer))
    }

    /// The outputs become inputs before they are released, since some chips would continue to drive them.
    deinit { _ = cgpio_request_reconfigure(outputs.pointer, lines, lines.count) }

    /// Makes one of the four changes of a detent. If both lines have the same level, A changes in a forward turn and B
    /// in a backward turn. If the levels differ, B changes in a forward turn and A in a backward turn.
    package func change(forward: Bool) throws(GPIOProblem) {
        let isSame = levels == 0 || levels == 3
        levels ^= isSame == forward ? 1 : 2
        let result = cgpio_request_set_levels(outputs.pointer, levels)
        if result < 0 { throw GPIOProblem("cannot set the lines: \(Errno(rawValue: -result))") }
    }

    /// The times of the input's edges since the last call.
    package func changesOfLight() throws(GPIOProblem) -> [Instant] {
        guard let light else { return [] }
        var times: [Instant] = []
        var edges = [cgpio_edge](repeating: cgpio_edge(), count: Int(CGPIO_READ_MAX))
        while true {
            let count = cgpio_request_read(light.pointer, &edges, edges.count)
            if count < 0 { throw GPIOProblem("cannot read the line of the light: \(Errno(rawValue: -count))") }
            times += edges[..<Int(count)].map { Instant(microseconds: Int64($0.time_ns / 1000)) }
            if count < edges.count { return times }
        }
    }
}

/// Requested lines, which are released with this object.
private final class Request {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { cgpio_request_release(pointer) }

    func levels() throws(GPIOProblem) -> UInt64 {
        var levels: UInt64 = 0
        let result = cgpio_request_levels(pointer, &levels)
        if result < 0 { throw GPIOProblem("cannot read the levels of the lines: \(Errno(rawValue: -result))") }
        return levels
    }
}
