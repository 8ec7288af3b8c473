internal import CEvdev
import LinuxSystem

/// An opened event device with libevdev's view of it.
package final class EvdevHandle {
    let file: Descriptor
    let evdev: OpaquePointer
    /// Whether effects can be played: that takes the right to write.
    let isWritable: Bool

    /// Opens the device, has its times by CLOCK_MONOTONIC, and begins with nothing waiting.
    package init(path: String) throws(SystemError) {
        do throws(Errno) {
            var isWritable = true
            file = try Self.open(&isWritable) { access throws(Errno) in
                try Descriptor.open(path, [access, .nonBlocking])
            }
            self.isWritable = isWritable
            // While the queue is empty the kernel has no reason to answer a change of clock with SYN_DROPPED. If
            // something came since `open`, it has: it is thrown away with what it spoils, so that opening tells none.
            try Self.check(cevdev_set_clock(file.number, Self.monotonicClock))
            try Self.drain(file)
            var opened: OpaquePointer?
            try Self.check(libevdev_new_from_fd(file.number, &opened))
            guard let opened else { throw Errno.noDevice }
            evdev = opened
        } catch {
            throw SystemError("open", path, error)
        }
    }

    deinit {
        // Before the descriptor is closed, which happens behind this.
        libevdev_free(evdev)
    }

    /// CLOCK_MONOTONIC, whose macro is not in these headers.
    private static let monotonicClock: Int32 = 1

    func has(_ type: Int32, _ code: Int32) -> Bool { libevdev_has_event_code(evdev, UInt32(type), UInt32(code)) == 1 }

    /// EVIOCGRAB: other programs no longer hear it.
    package func grab() throws(Errno) { try Self.check(libevdev_grab(evdev, LIBEVDEV_GRAB)) }

    /// EVIOCGRAB 0: other programs hear it again, and may grab it.
    func ungrab() { _ = libevdev_grab(evdev, LIBEVDEV_UNGRAB) }

    func isAnyKeyDown(of keys: CodeSet) -> Bool {
        keys.codes.contains { libevdev_get_event_value(evdev, UInt32(EV_KEY), UInt32($0)) != 0 }
    }

    func axis(_ code: Int32) -> TouchGeometry.Axis? {
        guard let info = libevdev_get_abs_info(evdev, UInt32(code))?.pointee else { return nil }
        return TouchGeometry.Axis(minimum: info.minimum, maximum: info.maximum, resolution: info.resolution)
    }

    /// Opens for reading alone where writing is refused: by the file's rights, or by who runs the service or container.
    static func open(
        _ isWritable: inout Bool, by open: (Descriptor.OpenMode) throws(Errno) -> Descriptor
    ) throws(Errno) -> Descriptor {
        do throws(Errno) {
            return try open(.readWrite)
        } catch {
            guard error == .accessDenied || error == .notPermitted else { throw error }
            isWritable = false
            return try open(.read)
        }
    }

    private static func drain(_ file: borrowing Descriptor) throws(Errno) {
        let bytes = MemoryLayout<input_event>.stride * 64
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 8)
        defer { buffer.deallocate() }
        do throws(Errno) {
            while try file.read(into: buffer) > 0 {}
        } catch .wouldBlock {
            return
        }
    }

    private static func check(_ result: Int32) throws(Errno) {
        guard result >= 0 else { throw Errno(rawValue: -result) }
    }
}
