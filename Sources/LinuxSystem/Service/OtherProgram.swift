internal import CLinux
internal import Glibc
public import WheelGeometry

/// Another program, run to its end for the sake of what it prints.
public enum OtherProgram {
    public struct Outcome: Equatable, Sendable {
        /// Its exit status; `nil` if a signal ended it, as when it took too long.
        public let status: Int32?
        public let output: String
    }

    /// Whether a shell would find it: access(2) in the folders of PATH.
    public static func isInstalled(_ name: String) -> Bool {
        let folders = (Environment.value(of: "PATH") ?? "").split(separator: ":")
        return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// posix_spawnp(3): the words reach it as they are, no shell reads them. It has nothing to read, and what it says on
    /// standard error is thrown away. What takes longer than the time is killed.
    public static func run(_ words: [String], timeout: Interval = .seconds(5)) throws(SystemError) -> Outcome {
        let name = words.first ?? ""
        var ends: [Int32] = [-1, -1]
        _ = try naming("make a pipe for", name) { () throws(Errno) in try system { linux_pipe2(&ends, O_CLOEXEC) } }
        let reading = Descriptor(owning: ends[0])
        let writing = Descriptor(owning: ends[1])
        let process = try naming("run", name) { () throws(Errno) in try spawn(words, output: writing.number) }
        // Ours would keep the end of its output from being seen.
        _ = consume writing
        let end = MonotonicClock.now + timeout
        let bytes = read(reading, until: end)
        if bytes == nil { kill(process, SIGKILL) }
        var status: Int32 = 0
        _ = try? uninterrupted { waitpid(process, &status, 0) }
        let hasExited = status & 0x7f == 0
        return Outcome(
            status: hasExited ? status >> 8 & 0xff : nil, output: String(decoding: bytes ?? [], as: UTF8.self))
    }

    private static func spawn(_ words: [String], output: Int32) throws(Errno) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        try returnedError { posix_spawn_file_actions_init(&actions) }
        defer { posix_spawn_file_actions_destroy(&actions) }
        try returnedError { posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) }
        // The copy is not close-on-exec.
        try returnedError { posix_spawn_file_actions_adddup2(&actions, output, 1) }
        try returnedError { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
        let name = words.first ?? ""
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        try returnedError { posix_spawnp(&process, name, &actions, nil, arguments, environ) }
        return process
    }

    /// All until the end; `nil` if that does not come in time.
    private static func read(_ file: borrowing Descriptor, until end: Instant) -> [UInt8]? {
        var bytes: [UInt8] = []
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
        defer { chunk.deallocate() }
        while file.wait(for: .readable, until: end) {
            guard let count = try? file.read(into: chunk), count > 0 else { return bytes }
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        }
        return nil
    }
}
