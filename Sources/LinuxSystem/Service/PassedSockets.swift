internal import Glibc

/// The descriptors that the service manager passed at the start, as sd_listen_fds(3) describes: `LISTEN_FDS`
/// descriptors from number 3, with the names in `LISTEN_FDNAMES`, if `LISTEN_PID` is this process.
///
/// `deinit` closes those that were not taken.
public struct PassedSockets: ~Copyable, Sendable {
    private static let firstNumber: Int32 = 3

    private var numbers: [Int32]
    /// The names of the descriptors that have not been taken; "" for one without a name.
    public private(set) var names: [String]

    private init(numbers: [Int32], names: [String]) {
        self.numbers = numbers
        self.names = names
    }

    deinit {
        for number in numbers { close(number) }
    }

    /// Removes the variables from the environment, so that children and a second call get no descriptors.
    public static func takeFromEnvironment() throws(SystemError) -> PassedSockets {
        let process = Environment.take("LISTEN_PID")
        let count = Environment.take("LISTEN_FDS")
        let names = Environment.take("LISTEN_FDNAMES")
        // Not an error: the descriptors were for a parent process, and the environment was inherited.
        guard let process, let count, Int32(process) == getpid() else { return PassedSockets(numbers: [], names: []) }
        return try PassedSockets(count: count, names: names)
    }

    private init(count text: String, names list: String?) throws(SystemError) {
        guard let count = Int32(text), count >= 0, count < Int32.max - Self.firstNumber else {
            throw SystemError("take over passed sockets", .invalidArgument, explanation: "LISTEN_FDS is '\(text)'")
        }
        let numbers = Array(Self.firstNumber..<Self.firstNumber + count)
        // All are checked before any is owned, so that an error does not close a descriptor of other code.
        for number in numbers where fcntl(number, F_SETFD, FD_CLOEXEC) < 0 {
            let error = Errno.last
            throw SystemError(
                "take over passed sockets", error, explanation: "LISTEN_FDS is \(count), but \(number) is not open"
            )
        }
        var names = (list ?? "").split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        names.append(contentsOf: repeatElement("", count: max(0, numbers.count - names.count)))
        self.init(numbers: numbers, names: Array(names.prefix(numbers.count)))
    }

    public var count: Int { numbers.count }

    /// Takes the first one that has not been taken, or the first with this name.
    public mutating func take(named name: String? = nil) -> Descriptor? {
        guard let index = names.indices.first(where: { name == nil || names[$0] == name }) else { return nil }
        names.remove(at: index)
        return Descriptor(owning: numbers.remove(at: index))
    }
}
