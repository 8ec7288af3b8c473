internal import CEvdev

/// The kernel's names of event codes, from libevdev.
public enum KernelName {
    /// Whether the kernel has a key or a button of this name, such as KEY_MUTE or BTN_0.
    public static func isKey(_ name: String) -> Bool { code(of: name, type: EV_KEY) != nil }

    static func code(of name: String, type: Int32) -> UInt16? {
        let code = libevdev_event_code_from_name(UInt32(type), name)
        return code < 0 ? nil : UInt16(code)
    }

    /// The name of a code, such as "REL_DIAL", or its type and number, such as "2:77", if it has no name.
    static func name(type: UInt16, code: UInt16) -> String {
        guard let name = libevdev_event_code_get_name(UInt32(type), UInt32(code)) else { return "\(type):\(code)" }
        return String(cString: name)
    }

    /// The inverse of `name(type:code:)`.
    static func event(named name: String) -> (type: UInt16, code: UInt16)? {
        let parts = name.split(separator: ":")
        if parts.count == 2, let type = UInt16(parts[0]), let code = UInt16(parts[1]) { return (type, code) }
        let type = libevdev_event_type_from_code_name(name)
        let code = libevdev_event_code_from_code_name(name)
        return type < 0 || code < 0 ? nil : (UInt16(type), UInt16(code))
    }
}
