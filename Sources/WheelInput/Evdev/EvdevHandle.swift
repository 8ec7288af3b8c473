internal import CEvdev
import LinuxSystem

/// An open event device with its libevdev state.
package final class EvdevHandle {
    let file: Descriptor
    let evdev: OpaquePointer
    /// Whether effects can be played, which needs write access.
    let isWritable: Bool
    private let buffer: UnsafeMutableBufferPointer<input_event>
    /// The usual size of the kernel's queue for one reader, in events.
    private static let mostEvents = 64

    /// Opens the device, sets its clock to CLOCK_MONOTONIC, and empties its queue.
    package init(path: String) throws(SystemError) {
        do throws(Errno) {
            var isWritable = true
            file = try Self.open(&isWritable) { access throws(Errno) in
                try Descriptor.open(path, [access, .nonBlocking])
            }
            self.isWritable = isWritable
            // If events have arrived since `open`, the kernel adds SYN_DROPPED when the clock changes. The events and
            // the SYN_DROPPED are discarded, so that opening reports no loss.
            try Self.check(cevdev_set_clock(file.number, Self.monotonicClock))
            try Self.drain(file)
            var opened: OpaquePointer?
            try Self.check(libevdev_new_from_fd(file.number, &opened))
            guard let opened else { throw Errno.noDevice }
            evdev = opened
            // The buffer is allocated last, because `deinit` does not free it if the initialiser throws.
            buffer = .allocate(capacity: Self.mostEvents)
        } catch {
            throw SystemError("open", path, error)
        }
    }

    deinit {
        // libevdev's state is freed before the descriptor is closed, which happens after this function.
        libevdev_free(evdev)
        buffer.deallocate()
    }

    /// Reads the waiting events, which are valid until the next read. `isAll`: no more events wait in the kernel. The
    /// caller passes each event to `record`.
    ///
    /// `libevdev_next_event` would call read(2) once more after the last event, to find that the queue is empty. Here a
    /// read that fills only a part of the buffer shows that the queue is empty.
    func read() throws(Errno) -> (events: UnsafeMutableBufferPointer<input_event>, isAll: Bool) {
        let bytes = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
        let count = bytes / MemoryLayout<input_event>.stride
        return (UnsafeMutableBufferPointer(rebasing: buffer[..<count]), count < buffer.count)
    }

    /// Updates libevdev's state of the device. After a loss of events, libevdev computes the differences from this
    /// state.
    func record(_ event: input_event) {
        guard Int32(event.type) == EV_KEY || Int32(event.type) == EV_ABS else { return }
        libevdev_set_event_value(evdev, UInt32(event.type), UInt32(event.code), event.value)
    }

    /// The kernel's number of CLOCK_MONOTONIC.
    private static let monotonicClock: Int32 = 1

    func has(_ type: Int32, _ code: Int32) -> Bool { libevdev_has_event_code(evdev, UInt32(type), UInt32(code)) == 1 }

    /// EVIOCGRAB: other programs get no more events from the device.
    package func grab() throws(Errno) { try Self.check(libevdev_grab(evdev, LIBEVDEV_GRAB)) }

    /// EVIOCGRAB 0: other programs get the events again, and may grab the device.
    func ungrab() { _ = libevdev_grab(evdev, LIBEVDEV_UNGRAB) }

    func isAnyKeyDown(of keys: CodeSet) -> Bool {
        keys.codes.contains { libevdev_get_event_value(evdev, UInt32(EV_KEY), UInt32($0)) != 0 }
    }

    func value(_ axis: Int32) -> Int32 { libevdev_get_event_value(evdev, UInt32(EV_ABS), UInt32(axis)) }

    func axis(_ code: Int32) -> TouchGeometry.Axis? {
        guard let info = libevdev_get_abs_info(evdev, UInt32(code))?.pointee else { return nil }
        return TouchGeometry.Axis(minimum: info.minimum, maximum: info.maximum, resolution: info.resolution)
    }

    /// Opens the device for reading and writing, or for reading alone if the permissions of the file, the service or
    /// the container do not allow writing.
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
        let bytes = MemoryLayout<input_event>.stride * mostEvents
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
