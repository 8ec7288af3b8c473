import Glibc
import LinuxSystem

final class PseudoTerminal {
    /// The end of the user: the master.
    let person: Descriptor
    /// The end of the program: the slave.
    let program: Descriptor

    init() throws {
        var size = winsize(ws_row: 30, ws_col: 100, ws_xpixel: 800, ws_ypixel: 480)
        var numbers: (Int32, Int32) = (-1, -1)
        guard openpty(&numbers.0, &numbers.1, nil, nil, &size) == 0 else { throw Errno.last }
        person = Descriptor(owning: numbers.0)
        program = Descriptor(owning: numbers.1)
    }

    func mode() throws -> termios {
        var mode = termios()
        guard tcgetattr(program.number, &mode) == 0 else { throw Errno.last }
        return mode
    }

    var path: String { ttyname(program.number).map { String(cString: $0) } ?? "" }
}
