internal import CEvdev
import WheelCore

/// What the kernel and udev report about an event device, read without opening the device.
public struct InputNode: Equatable, Sendable {
    /// The path of the device's file, such as "/dev/input/event5".
    public var path: String
    /// The path in /sys. The path changes each time the device is plugged in.
    public var place: String
    public var name: String
    public var phys = ""
    /// A serial number, or the address of a Bluetooth device. Empty where the device has none.
    public var uniq = ""
    public var vendor: UInt16 = 0
    public var product: UInt16 = 0
    public var keys = CodeSet()
    public var relative = CodeSet()
    public var absolute = CodeSet()
    public var effects = CodeSet()
    /// The codes of the kernel's properties INPUT_PROP_….
    public var traits = CodeSet()
    /// The properties that udev has set. Empty without udev.
    public var properties: [String: String] = [:]
}

/// The kind of a device, derived from its axes and keys.
public enum InputNodeKind: String, Sendable {
    case rotary
    case touchscreen
    case keyboard
    case pointer
    case keys
    /// A device that `wheel-uinput` has made. No input uses such a device: otherwise the panel would turn itself.
    case bridge
    case other
}

extension InputNode {
    public var kind: InputNodeKind {
        if phys == DeviceMatch.bridgePath { return .bridge }
        // REL_DIAL is checked first: a dial that can be placed on a screen also has the axes of a touchscreen.
        if relative.contains(REL_DIAL), !isKeyboard, !isMouse { return .rotary }
        if isTouchscreen { return .touchscreen }
        if isKeyboard { return .keyboard }
        if isPointer { return .pointer }
        if relative.contains(REL_WHEEL) { return .rotary }
        return keys.isEmpty ? .other : .keys
    }

    /// Whether the device is the pad of a drawing tablet. A finger moves the pad's rings and strips, and ABS_MISC
    /// reports whether the finger touches them.
    var isPad: Bool {
        absolute.contains(ABS_MISC) && (vendor == 0x056a || properties["ID_INPUT_TABLET_PAD"] == "1")
    }

    /// The names of the axes, and of the keys if there are at most four, else the number of keys. The last name is
    /// "haptics" if the device has force feedback.
    package var axisNames: [String] {
        func names(_ type: Int32, _ codes: [Int32]) -> [String] {
            codes.map { KernelName.name(type: UInt16(type), code: UInt16($0)) }
        }
        let keys = keys.codes
        return names(EV_REL, relative.codes) + names(EV_ABS, absolute.codes)
            + (keys.count <= 4 ? names(EV_KEY, keys) : ["\(keys.count) keys"]) + (effects.isEmpty ? [] : ["haptics"])
    }

    /// Whether the device can type text.
    private var isKeyboard: Bool {
        [KEY_A, KEY_Q, KEY_SPACE, KEY_ENTER].allSatisfy { keys.contains($0) }
    }

    private var isMouse: Bool {
        relative.contains(REL_X) && relative.contains(REL_Y) || traits.contains(INPUT_PROP_POINTER)
    }

    private var isPointer: Bool { isMouse || hasPlaces && !isTouchscreen }

    private var hasPlaces: Bool {
        absolute.contains(ABS_MT_POSITION_X) && absolute.contains(ABS_MT_POSITION_Y) && absolute.contains(ABS_MT_SLOT)
            || absolute.contains(ABS_X) && absolute.contains(ABS_Y) && keys.contains(BTN_TOUCH)
    }

    /// Older single-touch screens lack INPUT_PROP_DIRECT. They are recognised because they also lack the tool keys of
    /// touchpads and tablets.
    private var isTouchscreen: Bool {
        guard hasPlaces, !traits.contains(INPUT_PROP_POINTER) else { return false }
        return traits.contains(INPUT_PROP_DIRECT) && !keys.contains(BTN_TOOL_PEN)
            || !keys.contains(BTN_TOOL_FINGER) && !keys.contains(BTN_TOOL_PEN)
    }
}
