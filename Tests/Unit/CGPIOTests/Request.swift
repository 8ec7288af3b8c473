internal import CGPIO
internal import DeviceSupport
internal import LinuxSystem
import WheelCore

/// Lines requested through the C interface. `deinit` releases them.
final class Request {
    let pointer: OpaquePointer

    init(_ chip: Chip, _ inputs: [cgpio_input], consumer: String = "wheeld test") throws(Errno) {
        var made: OpaquePointer?
        let result = cgpio_request_inputs(chip.pointer, inputs, inputs.count, consumer, &made)
        guard result == 0, let made else { throw Errno(rawValue: -result) }
        pointer = made
    }

    init(_ chip: Chip, outputs: [UInt32], levels: UInt64) throws(Errno) {
        var made: OpaquePointer?
        let result = cgpio_request_outputs(chip.pointer, outputs, outputs.count, levels, "wheeld test", &made)
        guard result == 0, let made else { throw Errno(rawValue: -result) }
        pointer = made
    }

    deinit { cgpio_request_release(pointer) }

    func set(_ levels: UInt64) throws(Errno) {
        let result = cgpio_request_set_levels(pointer, levels)
        guard result == 0 else { throw Errno(rawValue: -result) }
    }

    var descriptor: Int32 { cgpio_request_fd(pointer) }

    func reconfigure(_ inputs: [cgpio_input]) throws(Errno) {
        let result = cgpio_request_reconfigure(pointer, inputs, inputs.count)
        guard result == 0 else { throw Errno(rawValue: -result) }
    }

    /// The edges of one call of `cgpio_request_read`.
    func read(capacity: Int = Int(CGPIO_READ_MAX)) throws(Errno) -> [cgpio_edge] {
        var edges = [cgpio_edge](repeating: cgpio_edge(), count: capacity)
        let count = cgpio_request_read(pointer, &edges, capacity)
        guard count >= 0 else { throw Errno(rawValue: -count) }
        return Array(edges[..<Int(count)])
    }

    /// Returns the next `count` edges and any within 5 ms after them, which would be an error.
    func edges(_ count: Int) throws -> [cgpio_edge] {
        var edges: [cgpio_edge] = []
        _ = try Patience.until {
            edges += try read()
            return edges.count >= count
        }
        Patience.pass(milliseconds: 5)
        return edges + (try read())
    }

    /// Returns all edges that wait in the kernel's buffer.
    func drain() throws(Errno) -> [cgpio_edge] {
        var edges: [cgpio_edge] = []
        while case let more = try read(), !more.isEmpty { edges += more }
        return edges
    }

    func levels() throws(Errno) -> UInt64 {
        var levels: UInt64 = 0
        let result = cgpio_request_levels(pointer, &levels)
        guard result == 0 else { throw Errno(rawValue: -result) }
        return levels
    }
}

extension cgpio_input {
    init(_ offset: UInt32, activeLow: Bool = false, edges: Bool = true) {
        self.init(offset: offset, bias: CGPIO_BIAS_AS_IS, active_low: activeLow, edges: edges)
    }
}
