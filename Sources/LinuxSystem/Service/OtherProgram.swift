internal import CLinux
internal import Glibc
public import WheelCore

/// Runs another program to its end and returns its output.
public enum OtherProgram {
    public struct Outcome: Equatable, Sendable {
        /// The exit status. `nil` if a signal ended the program, for example after the timeout.
        public let status: Int32?
        public let output: String
    }

    /// Whether a folder of PATH contains the named program, access(2).
    public static func isInstalled(_ name: String) -> Bool {
        let folders = (Environment.value(of: "PATH") ?? "").split(separator: ":")
        return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// The path of a program that was installed or built together with this one. That program is looked for in the
    /// folder of this program, then in the folders `bin` and `sbin` beside that folder, then in PATH.
    public static func path(ofCompanion name: String) -> String? {
        let own = (try? FilePath.destination(ofLink: "/proc/self/exe")).map(FilePath.folder)
        let near = own.map { ["\($0)", "\($0)/../bin", "\($0)/../sbin"] } ?? []
        let folders = near + (Environment.value(of: "PATH") ?? "").split(separator: ":").map(String.init)
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// execv(3): this process becomes the other program. Returns only if execv fails.
    public static func become(_ path: String, _ words: [String]) -> Errno {
        let arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        execv(path, arguments)
        return Errno.last
    }

    /// posix_spawnp(3), without a shell. Standard input is empty and standard error is discarded. The program is killed
    /// if its output has not ended after the timeout.
    public static func run(_ words: [String], timeout: Interval = .seconds(5)) throws(SystemError) -> Outcome {
        let name = words.first ?? ""
        var ends: [Int32] = [-1, -1]
        _ = try naming("make a pipe for", name) { () throws(Errno) in try system { linux_pipe2(&ends, O_CLOEXEC) } }
        let reading = Descriptor(owning: ends[0])
        let writing = Descriptor(owning: ends[1])
        let process = try naming("run", name) { () throws(Errno) in try spawn(words, output: writing.number) }
        // The output ends only when all writing ends of the pipe are closed, so this process closes its own.
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
        // The duplicate is not close-on-exec, so the program inherits it.
        try returnedError { posix_spawn_file_actions_adddup2(&actions, output, 1) }
        try returnedError { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
        let name = words.first ?? ""
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        try returnedError { posix_spawnp(&process, name, &actions, nil, arguments, environ) }
        return process
    }

    /// Reads to the end of the output; `nil` if the end is not reached in time.
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
