import Glibc
import LinuxSystem

/// A folder of its own for a test, removed with all that is in it.
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

    /// Names of what is in it, sorted.
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

/// Two ends of a pipe, or of a pair of Unix stream sockets; arrays and tuples hold no noncopyable values.
final class DescriptorPair {
    let first: Descriptor
    let second: Descriptor

    private init(_ numbers: [Int32]) {
        first = Descriptor(owning: numbers[0])
        second = Descriptor(owning: numbers[1])
    }

    /// The reading end is the first.
    static func pipe() throws -> DescriptorPair {
        var numbers: [Int32] = [-1, -1]
        guard Glibc.pipe(&numbers) == 0 else { throw Errno.last }
        return DescriptorPair(numbers)
    }

    static func sockets() throws -> DescriptorPair {
        var numbers: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, type, 0, &numbers) == 0 else { throw Errno.last }
        return DescriptorPair(numbers)
    }
}

extension Descriptor {
    borrowing func write(_ text: String) throws(Errno) {
        let bytes = Array(text.utf8)
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: bytes)
        try writeAll(UnsafeRawBufferPointer(copy))
    }

    /// What one read gives.
    borrowing func readText() throws(Errno) -> String {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { buffer.deallocate() }
        let count = try read(into: buffer)
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}

/// Whether a descriptor's number is in use.
func isOpen(_ number: Int32) -> Bool { fcntl(number, F_GETFD) >= 0 }
