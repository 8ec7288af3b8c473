internal import CDeviceSupport
internal import Glibc
public import LinuxSystem

/// An input device made with /dev/uinput: a real /dev/input/eventN that sends the events of the test. The device is
/// removed when this object is released.
///
/// A separate thread answers the effects, lights and sounds that readers send to the device, and keeps them in
/// `feedback`.
public final class UinputDevice {
    /// For example "/dev/input/event5".
    public let path: String
    /// The device's name in /sys/devices/virtual/input, such as "input7".
    public let sysname: String

    private let descriptor: Descriptor
    private let responder: FeedbackResponder?
    private var kept: [input_event] = []
    private var isPluggedIn = true

    /// If `answers` is false, a program that uploads an effect waits for half a minute.
    public init(_ description: InputDescription, answers: Bool = true) throws(SystemError) {
        let file = "/dev/uinput"
        do throws(Errno) {
            descriptor = try Descriptor.open(file, [.readWrite, .nonBlocking])
            try description.apply(to: descriptor.number)
            sysname = try systemName(descriptor.number)
        } catch {
            throw SystemError("make the input device \(description.name) with", file, error)
        }
        guard let event = eventName(of: sysname) else {
            throw SystemError("find the event device of", sysname, .noSuchFile)
        }
        path = "/dev/input/\(event)"
        let hearsAnything = !description.effects.isEmpty || !description.leds.isEmpty
        responder = hearsAnything && answers ? try FeedbackResponder(uinput: descriptor.number) : nil
    }

    deinit {
        unplug()
    }

    /// Sends a frame: these events, then SYN_REPORT, in one write.
    public func emit(_ frame: KernelEvent...) throws(SystemError) { try emit(frame) }

    public func emit(_ frame: [KernelEvent]) throws(SystemError) { try emitRaw(frame + [.report]) }

    /// Sends several frames in one write, for bursts that outrun a reader.
    public func emit(frames: [[KernelEvent]]) throws(SystemError) { try emitRaw(frames.flatMap { $0 + [.report] }) }

    /// Sends exactly these events, without SYN_REPORT.
    public func emitRaw(_ events: [KernelEvent]) throws(SystemError) {
        kept.removeAll(keepingCapacity: true)
        for event in events {
            var raw = input_event()
            raw.type = event.type
            raw.code = event.code
            raw.value = event.value
            kept.append(raw)
        }
        let bytes = kept.count * MemoryLayout<input_event>.stride
        guard write(descriptor.number, kept, bytes) == bytes else { throw SystemError("write events to", path, .last) }
    }

    /// Removes the device: UI_DEV_DESTROY. Its readers get ENODEV.
    public func unplug() {
        guard isPluggedIn else { return }
        isPluggedIn = false
        // The thread ends first: it must not read from a descriptor that is about to be closed.
        responder?.stop()
        _ = uinput_destroy(descriptor.number)
    }

    /// Everything that readers have sent to the device so far, in order.
    public var feedback: [Feedback] { responder?.received ?? [] }
}

extension InputDescription {
    fileprivate func apply(to uinput: Int32) throws(Errno) {
        let codes = [(EV_KEY, keys), (EV_REL, relative), (EV_MSC, misc), (EV_LED, leds), (EV_FF, effects)]
        for (type, list) in codes {
            for code in list { try check(uinput_enable(uinput, type, code)) }
        }
        for axis in absolute {
            let range = input_absinfo(
                value: axis.value, minimum: axis.range.lowerBound, maximum: axis.range.upperBound, fuzz: axis.fuzz,
                flat: axis.flat, resolution: axis.resolution)
            try check(uinput_set_axis(uinput, axis.code, range))
        }
        for property in properties { try check(uinput_set_property(uinput, property)) }
        if let phys { try check(uinput_set_phys(uinput, phys)) }
        let id = input_id(bustype: bus, vendor: vendor, product: product, version: version)
        try check(uinput_create(uinput, id, name, effects.isEmpty ? 0 : UInt32(effectCapacity)))
    }
}

/// Turns the negative errno that a function of CDeviceSupport returns into an error.
func check(_ result: Int32) throws(Errno) {
    guard result >= 0 else { throw Errno(rawValue: -result) }
}

private func systemName(_ uinput: Int32) throws(Errno) -> String {
    var name = [CChar](repeating: 0, count: 64)
    try check(uinput_sysname(uinput, &name, name.count))
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The event device that the kernel made for an input device; the kernel makes it before UI_DEV_CREATE returns, but the
/// node in /dev may appear a moment later.
private func eventName(of sysname: String) -> String? {
    let folder = KernelFolder(path: "/sys/devices/virtual/input/\(sysname)")
    var event: String?
    let isThere = Patience.until {
        event = folder.names().first { $0.hasPrefix("event") }
        return event.map { access("/dev/input/\($0)", F_OK) == 0 } ?? false
    }
    return isThere ? event : nil
}
