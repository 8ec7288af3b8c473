internal import Glibc

/// The descriptors that the service manager passed at the start, as sd_listen_fds(3) describes: `LISTEN_FDS`
/// descriptors from number 3, if `LISTEN_PID` is this process.
///
/// `deinit` closes the descriptors that `consume` has not returned.
public struct PassedSockets: ~Copyable, Sendable {
    private static let firstNumber: Int32 = 3

    private var numbers: Range<Int32>

    deinit {
        for number in numbers { close(number) }
    }

    /// Removes the variables from the environment, so that neither children nor a second call use the descriptors.
    public static func consumeFromEnvironment() throws(SystemError) -> PassedSockets {
        let process = Environment.consume("LISTEN_PID")
        let text = Environment.consume("LISTEN_FDS")
        _ = Environment.consume("LISTEN_FDNAMES")
        // If `LISTEN_PID` or `LISTEN_FDS` is missing, no descriptors were passed. If `LISTEN_PID` is another process,
        // the descriptors were for that process, and this process has only inherited the variables. Neither case is an
        // error.
        guard let process, let text, Int32(process) == getpid() else { return PassedSockets(numbers: 0..<0) }
        guard let count = Int32(text), count >= 0, count < Int32.max - firstNumber else {
            throw SystemError("take over passed sockets", .invalidArgument, explanation: "LISTEN_FDS is '\(text)'")
        }
        let numbers = firstNumber..<firstNumber + count
        // All descriptors are checked before the first is owned, so that an error does not close a descriptor of other
        // code.
        for number in numbers where fcntl(number, F_SETFD, FD_CLOEXEC) < 0 {
            let error = Errno.last
            throw SystemError(
                "take over passed sockets", error, explanation: "LISTEN_FDS is \(count), but \(number) is not open"
            )
        }
        return PassedSockets(numbers: numbers)
    }

    public mutating func consume() -> Descriptor? {
        numbers.popFirst().map { Descriptor(owning: $0) }
    }
}
