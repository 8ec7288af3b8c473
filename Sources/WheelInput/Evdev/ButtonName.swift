internal import CEvdev

/// What the button of a key is called.
enum ButtonName {
    /// As the configuration calls it, which may use another of the kernel's names for it; else "" for an only button
    /// and the kernel's name for one of several.
    static func of(_ code: UInt16, isOnly: Bool, configured: [String]) -> String {
        if let name = configured.first(where: { KernelName.code(of: $0, type: EV_KEY) == code }) { return name }
        return isOnly ? "" : KernelName.name(type: UInt16(EV_KEY), code: code)
    }
}

extension KnobFrames {
    var hasOnlyButton: Bool { buttons.count == 1 }
}
