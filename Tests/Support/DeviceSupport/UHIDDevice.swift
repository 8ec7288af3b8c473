internal import CDeviceSupport
internal import Glibc
public import LinuxSystem

/// A HID device made with /dev/uhid. The kernel's HID drivers treat its descriptor like a real device's. `deinit`
/// removes it.
public final class UHIDDevice {
    /// For example "/dev/input/event5".
    public let path: String

    private let descriptor: Descriptor
    private let features: [UInt8: [UInt8]]

    public init(_ description: HIDDescription) throws(SystemError) {
        let file = "/dev/uhid"
        let before = Set(Self.nodes)
        features = description.features
        do throws(Errno) {
            descriptor = try Descriptor.open(file, [.readWrite, .nonBlocking])
            try Self.write(Self.creation(description), to: descriptor)
        } catch {
            throw SystemError("make the HID device \(description.name) with", file, error)
        }
        // While the drivers bind, they request reports and wait for the answers.
        var node: String?
        let answers = (descriptor.number, description.features)
        let isThere = Patience.until {
            Self.answer(answers.0, answers.1)
            node = Self.nodes.first { !before.contains($0) }
            return node.map { access("/dev/input/\($0)", R_OK) == 0 } ?? false
        }
        guard isThere, let node else { throw SystemError("find the event device of", description.name, .noSuchFile) }
        path = "/dev/input/\(node)"
    }

    deinit { unplug() }

    /// UHID_INPUT2: sends one whole report.
    public func say(_ report: [UInt8]) throws(SystemError) {
        Self.answer(descriptor.number, features)
        do throws(Errno) {
            try Self.write(
                Self.bytes(UInt32(UHID_INPUT2.rawValue)) + Self.bytes(UInt16(report.count)) + report, to: descriptor)
        } catch {
            throw SystemError("write a report to", path, error)
        }
    }

    /// UHID_DESTROY. Readers of the device get ENODEV.
    public func unplug() {
        try? Self.write(Self.bytes(UInt32(UHID_DESTROY.rawValue)), to: descriptor)
    }

    private static var nodes: [String] {
        KernelFolder(path: "/sys/class/input").names().filter { $0.hasPrefix("event") }
    }

    /// The event that creates the device: the event's type, then a `struct uhid_create2_req`. The kernel reads missing
    /// bytes at the end as 0.
    private static func creation(_ description: HIDDescription) -> [UInt8] {
        let name = Array(description.name.utf8.prefix(127))
        var bytes = Self.bytes(UInt32(UHID_CREATE2.rawValue)) + name
        let uniq = Array(description.uniq.utf8.prefix(63))
        // Zeros fill the rest of the 128 bytes of `name`, all 64 bytes of `phys`, and the rest of the 64 bytes of
        // `uniq`.
        bytes += Array(repeating: 0, count: 128 - name.count + 64) + uniq + Array(repeating: 0, count: 64 - uniq.count)
        bytes += Self.bytes(UInt16(description.descriptor.count)) + Self.bytes(description.bus)
        bytes += Self.bytes(description.vendor) + Self.bytes(description.product)
        // Version and country.
        return bytes + Array(repeating: 0, count: 8) + description.descriptor
    }

    /// Answers all waiting requests of the kernel.
    private static func answer(_ uhid: Int32, _ features: [UInt8: [UInt8]]) {
        var event = [UInt8](repeating: 0, count: MemoryLayout<uhid_event>.size)
        while read(uhid, &event, event.count) > 8 {
            let request = Array(event[4..<8])
            var reply: [UInt8]
            switch event[0] {
            case UInt8(UHID_GET_REPORT.rawValue):
                let report = features[event[8]]
                reply = bytes(UInt32(UHID_GET_REPORT_REPLY.rawValue)) + request
                reply += bytes(report == nil ? UInt16(EIO) : 0) + bytes(UInt16(report?.count ?? 0)) + (report ?? [])
            case UInt8(UHID_SET_REPORT.rawValue):
                reply = bytes(UInt32(UHID_SET_REPORT_REPLY.rawValue)) + request + bytes(UInt16(0))
            default: continue
            }
            _ = Glibc.write(uhid, &reply, reply.count)
        }
    }

    /// One event is one write.
    private static func write(_ bytes: [UInt8], to uhid: borrowing Descriptor) throws(Errno) {
        guard Glibc.write(uhid.number, bytes, bytes.count) == bytes.count else { throw .last }
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
