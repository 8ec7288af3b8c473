internal import CEvdev
import LinuxSystem
import WheelCore

/// An input device that this program creates with libevdev. When the program ends, the kernel releases the device's
/// keys and removes the device.
final class VirtualDevice {
    /// The events that the device can send, which are fixed when the device is created.
    struct Abilities: Equatable {
        var keys: Set<UInt16> = []
        var hasWheels = false
        var axes: [UinputAxis] = []

        var isEmpty: Bool { keys.isEmpty && !hasWheels && axes.isEmpty }
    }

    private let device: OpaquePointer
    private let name: String
    /// The device's path, such as "/dev/input/event7", if it is known.
    let node: String?
    /// The descriptor to which libevdev writes. The descriptor is closed after the device was destroyed.
    private let descriptor: Descriptor

    static let path = "/dev/uinput"

    init(name: String, _ abilities: Abilities) throws(SystemError) {
        let opened: Descriptor
        do throws(Errno) {
            opened = try Descriptor.open(VirtualDevice.path, [.readWrite, .nonBlocking])
        } catch {
            throw SystemError("open", VirtualDevice.path, error, explanation: VirtualDevice.explanation(error))
        }
        guard let plan = libevdev_new() else { throw SystemError("make", name, Errno(rawValue: ENOMEM)) }
        defer { libevdev_free(plan) }
        VirtualDevice.describe(plan, name, abilities)
        var made: OpaquePointer?
        // The daemon recognizes the device by this path, and ignores it.
        try VirtualDevice.check("name", name, cevdev_set_phys(opened.number, DeviceMatch.bridgePath))
        try VirtualDevice.check("make", name, libevdev_uinput_create_from_device(plan, opened.number, &made))
        guard let made else { throw SystemError("make", name, .noDevice) }
        device = made
        self.name = name
        node = libevdev_uinput_get_devnode(made).map { String(cString: $0) }
        descriptor = opened
    }

    deinit { libevdev_uinput_destroy(device) }

    private static func describe(_ plan: OpaquePointer, _ name: String, _ abilities: Abilities) {
        libevdev_set_name(plan, name)
        libevdev_set_id_bustype(plan, Int32(BUS_VIRTUAL))
        libevdev_set_id_version(plan, 1)
        for code in abilities.keys { libevdev_enable_event_code(plan, UInt32(EV_KEY), UInt32(code), nil) }
        if abilities.hasWheels {
            // A desktop treats a device with the axes X and Y and a button as a mouse, and its wheel as a mouse wheel.
            libevdev_enable_event_code(plan, UInt32(EV_KEY), UInt32(BTN_LEFT), nil)
            for code in [REL_X, REL_Y, REL_WHEEL, REL_WHEEL_HI_RES, REL_HWHEEL, REL_HWHEEL_HI_RES] {
                libevdev_enable_event_code(plan, UInt32(EV_REL), UInt32(code), nil)
            }
        }
        for axis in abilities.axes {
            var range = input_absinfo()
            range.minimum = Int32(clamping: axis.minimum)
            range.maximum = Int32(clamping: axis.maximum)
            range.value = range.minimum
            libevdev_enable_event_code(plan, UInt32(EV_ABS), UInt32(axis.code), &range)
        }
        // Programs recognize a joystick by this button, even if it is never pressed.
        if !abilities.axes.isEmpty {
            libevdev_enable_event_code(plan, UInt32(EV_KEY), UInt32(BTN_TRIGGER), nil)
        }
    }

    func write(_ action: UinputAction) throws(SystemError) {
        switch action {
        case .keys(let codes, let isDown):
            for code in codes { try write(EV_KEY, Int32(code), isDown ? 1 : 0) }
        case .axis(let code, let value): try write(EV_ABS, Int32(code), Int32(clamping: value))
        case .scroll(let wheel, let units, let notches):
            let isVertical = wheel == .vertical
            try write(EV_REL, isVertical ? REL_WHEEL_HI_RES : REL_HWHEEL_HI_RES, Int32(clamping: units))
            if notches != 0 { try write(EV_REL, isVertical ? REL_WHEEL : REL_HWHEEL, Int32(clamping: notches)) }
        }
        try write(EV_SYN, SYN_REPORT, 0)
    }

    private func write(_ type: Int32, _ code: Int32, _ value: Int32) throws(SystemError) {
        try VirtualDevice.check(
            "write to", name, libevdev_uinput_write_event(device, UInt32(type), UInt32(code), value))
    }

    private static func check(_ operation: String, _ subject: String, _ result: Int32) throws(SystemError) {
        guard result < 0 else { return }
        throw SystemError(operation, subject, Errno(rawValue: -result))
    }

    private static func explanation(_ error: Errno) -> String? {
        switch error {
        case .noSuchFile, .noDevice: "the kernel has no uinput: modprobe uinput loads it"
        case .accessDenied, .notPermitted: "only root and the group uinput may make devices"
        default: nil
        }
    }
}
