internal import Glibc
internal import LinuxSystem

/// A folder of configfs or sysfs. Its files are attributes of the kernel.
struct KernelFolder {
    let path: String

    /// mkdir(2), which creates an object in configfs.
    static func make(_ path: String) throws(SystemError) -> KernelFolder {
        guard mkdir(path, 0o755) == 0 else { throw SystemError("make", path, .last) }
        return KernelFolder(path: path)
    }

    func makeFolder(_ name: String) throws(SystemError) -> KernelFolder { try .make("\(path)/\(name)") }

    func set(_ attribute: String, to value: String) throws(SystemError) {
        let place = "\(path)/\(attribute)"
        do throws(Errno) {
            let file = try Descriptor.open(place, .write)
            // This is one write, because the kernel reads each write as a whole value.
            guard write(file.number, value, value.utf8.count) >= 0 else { throw .last }
        } catch {
            throw SystemError("write \(value) to", place, error)
        }
    }

    func get(_ attribute: String) throws(SystemError) -> String {
        let place = "\(path)/\(attribute)"
        do throws(Errno) {
            var bytes = try Descriptor.open(place, .read).readAll()
            if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            throw SystemError("read", place, error)
        }
    }

    /// The names in the folder, without "." and "..".
    func names() -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    func remove() { rmdir(path) }
}
