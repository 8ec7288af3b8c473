internal import CEvdev
import WheelCore

/// The name of the button that a key is.
enum ButtonName {
    /// The configured name, which may be any of the kernel's names of the key. Without one it is "" for an only button,
    /// and the kernel's name for one of several.
    static func of(_ code: UInt16, isOnly: Bool, configured: [String]) -> String {
        if let name = configured.first(where: { KernelName.code(of: $0, type: EV_KEY) == code }) { return name }
        return isOnly ? "" : KernelName.name(type: UInt16(EV_KEY), code: code)
    }
}

extension KnobFrames {
    /// For the axes and keys that an input has of a device. `counts`: whether an axis is an `AbsoluteCounter`. `absolute`:
    /// the facts of an axis that reports its position.
    init(
        _ input: InputSettings, _ settings: EvdevSettings, _ share: NodeShare, counts: (UInt16) -> Bool,
        known: KnownKnob? = nil, absolute: (UInt16) -> AbsoluteAxis.Facts?, merger: InputMerger
    ) {
        let buttonNames = input.buttons.map(\.name)
        var turnKeys: (down: UInt16, up: UInt16)?
        if let names = settings.turnKeys, let down = KernelName.code(of: names.down, type: EV_KEY),
            let up = KernelName.code(of: names.up, type: EV_KEY)
        {
            turnKeys = (down, up)
        }
        let named = buttonNames.compactMap { KernelName.code(of: $0, type: EV_KEY) }
        let codes = share.keys.codes.map { UInt16($0) }.filter { code in
            // A key that reports contact with a hand or a screen is a button only if the configuration names it.
            let isNoButton =
                (BTN_DIGI...BTN_TOOL_QUADTAP).contains(Int32(code)) || known?.isStuck(code) ?? false
            return code != turnKeys?.down && code != turnKeys?.up && (!isNoButton || named.contains(code))
        }
        let names = codes.map { ButtonName.of($0, isOnly: codes.count == 1, configured: buttonNames) }
        let buttons = zip(codes, zip(names, merger.buttons(named: names))).map { code, button in
            Button(code: code, name: button.0, number: button.1)
        }
        let axis = settings.axis(among: share.relative)
        let dial = axis.flatMap { Int32($0.code) == REL_DIAL ? known : nil }
        self.init(
            axis: axis, knownDetents: dial?.detents,
            fineCounts: dial?.countsPerTurn.map { FineCounts(perTurn: $0, detents: input.detents()) },
            counter: axis.flatMap { counts($0.code) ? AbsoluteCounter() : nil },
            absolute: settings.absoluteAxis(among: share.absolute).flatMap { code in
                absolute(code).map { AbsoluteAxis(code, $0, settings, detents: input.detents()) }
            }, turnKeys: turnKeys, isReversed: settings.isReversed, buttons: buttons)
    }

    var hasOnlyButton: Bool { buttons.count == 1 }
}
