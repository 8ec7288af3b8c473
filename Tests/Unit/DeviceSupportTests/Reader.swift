internal import CEvdev
internal import DeviceSupport
internal import Glibc
import Testing

final class Reader {
    let file: Int32
    let evdev: OpaquePointer

    init(_ path: String) throws {
        let opened = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        file = try #require(opened >= 0 ? opened : nil)
        try #require(cevdev_set_clock(opened, CLOCK_MONOTONIC) == 0)
        var made: OpaquePointer?
        try #require(libevdev_new_from_fd(opened, &made) == 0)
        evdev = try #require(made)
    }

    deinit {
        libevdev_free(evdev)
        close(file)
    }

    struct Read {
        let time: Int64
        let event: KernelEvent
    }

    func events(_ count: Int) throws -> [Read] {
        var events: [Read] = []
        _ = Patience.until {
            var event = input_event()
            let normal = UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue)
            while libevdev_next_event(evdev, normal, &event) == LIBEVDEV_READ_STATUS_SUCCESS.rawValue {
                let said = KernelEvent(type: Int32(event.type), code: Int32(event.code), value: event.value)
                events.append(Read(time: cevdev_microseconds(&event), event: said))
            }
            return events.count >= count
        }
        return events
    }

    func write(_ type: Int32, _ code: Int32, _ value: Int32) throws {
        var event = input_event()
        event.type = UInt16(type)
        event.code = UInt16(code)
        event.value = value
        try #require(Glibc.write(file, &event, MemoryLayout<input_event>.size) == MemoryLayout<input_event>.size)
    }
}
