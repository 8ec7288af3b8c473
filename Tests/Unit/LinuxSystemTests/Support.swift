import CLinux
import Glibc
import LinuxSystem
import Synchronization

/// A temporary folder for one test. `deinit` removes it with its contents.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("/tmp/wheeld-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("mkdtemp: \(Errno.last)") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in (try? names()) ?? [] { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The names of its contents, sorted.
    func names() throws -> [String] {
        guard let folder = opendir(path) else { throw Errno.last }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

/// The two ends of a pipe or of a pair of Unix stream sockets. A class, because tuples cannot hold noncopyable values.
final class DescriptorPair {
    let first: Descriptor
    private(set) var second: Descriptor

    private init(_ numbers: [Int32]) {
        first = Descriptor(owning: numbers[0])
        second = Descriptor(owning: numbers[1])
    }

    /// The reading end is `first`. Both ends are close-on-exec, because no child of a concurrent test may keep them
    /// open.
    static func pipe() throws -> DescriptorPair {
        var numbers: [Int32] = [-1, -1]
        guard linux_pipe2(&numbers, O_CLOEXEC) == 0 else { throw Errno.last }
        return DescriptorPair(numbers)
    }

    static func sockets() throws -> DescriptorPair {
        var numbers: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, type, 0, &numbers) == 0 else { throw Errno.last }
        return DescriptorPair(numbers)
    }

    /// Moves the second end out. A descriptor of /dev/null takes its place.
    func takeSecond() throws -> Descriptor {
        var taken = try Descriptor.open("/dev/null", [.read])
        swap(&taken, &second)
        return taken
    }
}

extension Descriptor {
    /// fcntl(2) F_DUPFD_CLOEXEC: a second descriptor for the same open file.
    borrowing func duplicate() throws -> Descriptor {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw Errno.last }
        return Descriptor(owning: copy)
    }

    borrowing func write(_ text: String) throws(Errno) {
        try writeAll(Array(text.utf8))
    }

    borrowing func readText() throws(Errno) -> String {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { buffer.deallocate() }
        let count = try read(into: buffer)
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}

func isOpen(_ number: Int32) -> Bool { fcntl(number, F_GETFD) >= 0 }

/// A thread in a class, because arrays cannot hold the noncopyable `Thread`.
final class JoiningThread {
    private var thread: Thread?

    init(_ name: String, _ body: @escaping @Sendable () -> Void) throws {
        thread = try Thread(name, body)
    }

    func join() {
        thread.take()?.join()
    }
}

/// Collects failures of another thread, for the test.
final class Findings: Sendable {
    private let texts = Mutex<[String]>([])

    var failures: [String] { texts.withLock { $0 } }

    func collect(_ body: () throws -> Void) {
        do { try body() } catch { texts.withLock { $0.append("\(error)") } }
    }

    func equal<Value: Equatable>(_ found: Value, _ expected: Value, line: Int = #line) {
        if found != expected { texts.withLock { $0.append("line \(line): \(found) instead of \(expected)") } }
    }
}

/// Waits until the condition holds, for two seconds at most.
///
/// For example, a descriptor that was closed may be open for a moment in a program that another test starts: between
/// fork and exec, the new process has copies of all descriptors.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<200 {
        if try condition() { return true }
        usleep(10_000)
    }
    return false
}
