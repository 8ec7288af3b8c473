internal import DeviceSupport
internal import Glibc
internal import LinuxSystem

/// A running program of this package, built beside the tests. The program is killed when this object is released.
final class RunningProgram {
    private let process: pid_t
    private let folder: String
    private var status: Int32?
    private var terminal: TypingPerson?

    /// Runs the product of this name, with its output in files.
    convenience init(_ name: String, _ arguments: String...) throws {
        try self.init(line: [Self.folderOfTests + "/" + name] + arguments)
    }

    /// Runs a product. `words` begins with the product's name.
    convenience init(words: [String]) throws {
        try self.init(line: [Self.folderOfTests + "/" + words[0]] + words.dropFirst())
    }

    /// Runs a product as another user, without supplementary groups.
    convenience init(asUser user: UInt32, _ name: String, _ arguments: String...) throws {
        // A copy, since other users may not have access to the build folder.
        let copy = try TemporaryFolder.make() + "/" + name
        let program = try Descriptor.open(Self.folderOfTests + "/" + name, .read).readAll(limit: 1 << 28)
        let file = try Descriptor.open(copy, [.write, .create], permissions: 0o755)
        try file.writeAll(program)
        try file.close()
        chmod(FilePath.folder(of: copy), 0o755)
        let changes = ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
        try self.init(line: changes + [copy] + arguments)
    }

    /// Runs a product with a terminal as standard input, and types `answers` there.
    convenience init(typing answers: String, _ name: String, _ arguments: String...) throws {
        let terminal = try TypingPerson()
        try self.init(line: [Self.folderOfTests + "/" + name] + arguments, standardInput: terminal.path)
        try terminal.type(answers)
        self.terminal = terminal
    }

    private init(line words: [String], standardInput: String? = nil) throws {
        folder = try TemporaryFolder.make()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let standardInput {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, standardInput, O_RDWR | O_NOCTTY, 0)
        }
        for (number, file) in [(STDOUT_FILENO, "output"), (STDERR_FILENO, "errors")] {
            posix_spawn_file_actions_addopen(&actions, number, "\(folder)/\(file)", O_WRONLY | O_CREAT, 0o600)
        }
        let path = words[0]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        // The program must not inherit ignored signals: the tests may have been started by nohup.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let error = posix_spawn(&process, path, &actions, &attributes, arguments + [nil], environ)
        guard error == 0 else { throw SystemError("start", path, Errno(rawValue: error)) }
        self.process = process
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        for file in ["output", "errors"] { unlink("\(folder)/\(file)") }
        rmdir(folder)
    }

    var output: String { text(of: "output") }
    var errors: String { text(of: "errors") }

    func interrupt() { kill(process, SIGINT) }

    /// Waits until the program ends. Returns the exit status; `nil` if it was killed or takes too long.
    func end(milliseconds: Int = 10_000) -> Int32? {
        var result: Int32 = 0
        guard Patience.until(milliseconds: milliseconds, { waitpid(process, &result, WNOHANG) == process }) else {
            return nil
        }
        status = result
        return result & 0x7f == 0 ? result >> 8 & 0xff : nil
    }

    /// Waits until standard error contains this text.
    func says(_ text: String, milliseconds: Int = 20_000) -> Bool {
        Patience.until(milliseconds: milliseconds) { errors.contains(text) }
    }

    private func text(of file: String) -> String {
        let bytes = try? Descriptor.open("\(folder)/\(file)", .read).readAll()
        return String(decoding: bytes ?? [], as: UTF8.self)
    }

    private static var folderOfTests: String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let tests = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return FilePath.folder(of: tests)
    }
}

/// Both ends of a pseudoterminal, so that it stays open while the program runs.
private final class TypingPerson {
    private let person: Descriptor
    private let program: Descriptor

    init() throws {
        var numbers: (Int32, Int32) = (-1, -1)
        guard openpty(&numbers.0, &numbers.1, nil, nil, nil) == 0 else { throw Errno.last }
        person = Descriptor(owning: numbers.0)
        program = Descriptor(owning: numbers.1)
    }

    /// The path of the program's end of the terminal.
    var path: String { ttyname(program.number).map { String(cString: $0) } ?? "" }

    func type(_ text: String) throws { try person.writeAll(Array(text.utf8)) }
}

enum TemporaryFolder {
    static func make() throws(SystemError) -> String {
        var template = Array("/tmp/wheelctl-test.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("make a folder in", "/tmp", .last) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
