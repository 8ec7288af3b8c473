internal import CEvdev
import WheelCore

/// The kernel's names of keys and axes.
package enum EventName {
    /// The code of a key or button; `nil` for an unknown name, and for the codes of fingers and pens.
    package static func key(_ name: String) -> UInt16? {
        code(name, of: EV_KEY, in: 1..<UInt16(KEY_MAX)).flatMap { tools.contains($0) ? nil : $0 }
    }

    /// The code of an absolute axis; `nil` for an unknown name, and for the axes of touchscreens, which a joystick does
    /// not have.
    package static func axis(_ name: String) -> UInt16? { code(name, of: EV_ABS, in: 0..<UInt16(ABS_MT_SLOT)) }

    package static func name(ofKey code: UInt16) -> String { name(EV_KEY, code) ?? "\(code)" }

    package static func name(ofAxis code: UInt16) -> String { name(EV_ABS, code) ?? "\(code)" }

    /// The key whose name was probably meant.
    static func nearestKey(_ written: String) -> String? {
        let upper = written.uppercased()
        let word = upper.hasPrefix("KEY_") ? String(upper.dropFirst("KEY_".count)) : upper
        let whole = usualWords[word] ?? "KEY_" + word
        if key(whole) != nil { return whole }
        if key(upper) != nil { return upper }
        return NearestName.of(upper, in: names(EV_KEY, 1..<UInt16(KEY_MAX)).filter { key($0) != nil })
    }

    static func nearestAxis(_ written: String) -> String? {
        let upper = written.uppercased()
        if axis("ABS_" + upper) != nil { return "ABS_" + upper }
        return NearestName.of(upper, in: names(EV_ABS, 0..<UInt16(ABS_MT_SLOT)))
    }

    /// Common names of keys that differ from the kernel's names.
    private static let usualWords = [
        "CTRL": "KEY_LEFTCTRL", "CONTROL": "KEY_LEFTCTRL", "SHIFT": "KEY_LEFTSHIFT", "ALT": "KEY_LEFTALT",
        "ALTGR": "KEY_RIGHTALT", "META": "KEY_LEFTMETA", "SUPER": "KEY_LEFTMETA", "WIN": "KEY_LEFTMETA",
        "CMD": "KEY_LEFTMETA", "RETURN": "KEY_ENTER", "ESCAPE": "KEY_ESC", "DEL": "KEY_DELETE", "INS": "KEY_INSERT",
        "PGUP": "KEY_PAGEUP", "PGDN": "KEY_PAGEDOWN", "PRTSC": "KEY_SYSRQ", "VOLUP": "KEY_VOLUMEUP",
        "VOLDOWN": "KEY_VOLUMEDOWN", "PLAY": "KEY_PLAYPAUSE", "NEXT": "KEY_NEXTSONG", "PREVIOUS": "KEY_PREVIOUSSONG",
    ]

    /// The codes of fingers and pens. A desktop treats a device with one of these codes as a tablet or a touchscreen.
    private static let tools = UInt16(BTN_DIGI)..<UInt16(BTN_WHEEL)

    private static func code(_ name: String, of type: Int32, in codes: Range<UInt16>) -> UInt16? {
        let code = libevdev_event_code_from_name(UInt32(type), name)
        return UInt16(exactly: code).flatMap { codes.contains($0) ? $0 : nil }
    }

    private static func name(_ type: Int32, _ code: UInt16) -> String? {
        libevdev_event_code_get_name(UInt32(type), UInt32(code)).map { String(cString: $0) }
    }

    private static func names(_ type: Int32, _ codes: Range<UInt16>) -> [String] { codes.compactMap { name(type, $0) } }
}
