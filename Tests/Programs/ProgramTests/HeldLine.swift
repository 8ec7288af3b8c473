internal import CGPIO
internal import LinuxSystem

/// A GPIO line that this process has requested, with another consumer label than wheeld's.
final class HeldLine {
    private let request: OpaquePointer

    init(_ path: String, offset: UInt32) throws(Errno) {
        var chip: OpaquePointer?
        let opened = cgpio_chip_open(path, &chip)
        guard opened >= 0, let chip else { throw Errno(rawValue: -opened) }
        defer { cgpio_chip_close(chip) }
        let input = cgpio_input(offset: offset, bias: CGPIO_BIAS_AS_IS, active_low: false, edges: true)
        var made: OpaquePointer?
        let requested = cgpio_request_inputs(chip, [input], 1, "somebody else", &made)
        guard requested >= 0, let made else { throw Errno(rawValue: -requested) }
        request = made
    }

    deinit { cgpio_request_release(request) }
}
