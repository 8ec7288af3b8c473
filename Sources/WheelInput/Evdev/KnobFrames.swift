internal import CEvdev
import WheelCore
import WheelModel

/// Decodes the frames of a knob or of keys. `KnobFrames` makes no system calls, so that recorded events and the events
/// of a device pass through the same code.
///
/// A frame ends with SYN_REPORT. All movement within a frame is added up and sent at the end of the frame, in 1/120
/// detents. Buttons are sent at once. A wheel with a high-resolution axis reports whole detents on both axes, and only
/// the high-resolution axis counts:
///
///     REL_WHEEL 1, REL_WHEEL_HI_RES 120, SYN_REPORT    one detent
///     REL_WHEEL_HI_RES 30, SYN_REPORT                  a quarter of one
///
/// Some products report movement in another way: with an axis that has 3600 counts per revolution, with an axis that
/// reports positions, or with a key for each direction.
struct KnobFrames {
    /// The axis that turns, and its high-resolution axis.
    struct Axis: Equatable {
        let code: UInt16
        let fine: UInt16?

        /// REL_DIAL has no high-resolution axis.
        init(code: UInt16) {
            self.code = code
            fine =
                switch Int32(code) {
                case REL_WHEEL: UInt16(REL_WHEEL_HI_RES)
                case REL_HWHEEL: UInt16(REL_HWHEEL_HI_RES)
                default: nil
                }
        }
    }

    struct FineCounts: Equatable {
        var perTurn: Int
        var detents: Int
    }

    struct Button {
        let code: UInt16
        var name: String
        var number: Int
        var isHeld = false
    }

    let axis: Axis?
    /// How many detents a revolution has, if the product is known.
    let knownDetents: Int?
    /// For an axis that counts more finely than detents: the number of counts and of detents in a revolution.
    let fineCounts: FineCounts?
    /// The part of the counts that is less than a unit, in 1/n units. n is the number of counts per revolution.
    private var rest = 0
    /// Converts positions to distances, for an axis that reports positions.
    private(set) var counter: AbsoluteCounter?
    /// The axis, if it reports its position. In that case `axis` is `nil`.
    private(set) var absolute: AbsoluteAxis?
    /// The keys for a detent down and a detent up.
    let turnKeys: (down: UInt16, up: UInt16)?
    let isReversed: Bool
    private(set) var buttons: [Button]
    private(set) var detents = 0
    private(set) var fineUnits: Int?

    init(
        axis: Axis?, knownDetents: Int? = nil, fineCounts: FineCounts? = nil, counter: AbsoluteCounter? = nil,
        absolute: AbsoluteAxis? = nil, turnKeys: (down: UInt16, up: UInt16)?, isReversed: Bool, buttons: [Button]
    ) {
        self.axis = axis
        self.knownDetents = knownDetents
        self.fineCounts = fineCounts
        self.counter = counter
        self.absolute = absolute
        self.turnKeys = turnKeys
        self.isReversed = isReversed
        self.buttons = buttons
    }

    var countsAbsolutely: Bool { counter != nil }

    mutating func apply(type: UInt16, code: UInt16, value: Int32, at time: Instant, merger: InputMerger) {
        switch Int32(type) {
        case EV_REL: turn(code, Int(value))
        case EV_ABS: absolute?.record(code, value)
        case EV_KEY: key(code, value, at: time, merger)
        case EV_SYN where Int32(code) == SYN_REPORT: report(at: time, merger)
        default: break
        }
    }

    /// Discards the current frame, which is incomplete because events were lost.
    mutating func discardFrame() {
        detents = 0
        fineUnits = nil
        absolute?.discardFrame()
    }

    mutating func releaseAll(at time: Instant, merger: InputMerger) {
        for index in buttons.indices where buttons[index].isHeld {
            buttons[index].isHeld = false
            merger.press(buttons[index].number, isDown: false, at: time)
        }
    }

    /// Updates the numbers and names of the buttons after a reload.
    mutating func renumber(merger: InputMerger, _ name: (UInt16) -> String) {
        for index in buttons.indices {
            buttons[index].name = name(buttons[index].code)
            buttons[index].number = merger.button(named: buttons[index].name)
            if buttons[index].isHeld { merger.countHeld(buttons[index].number) }
        }
    }

    var heldButtons: [String] { buttons.filter(\.isHeld).map(\.name) }

    private mutating func turn(_ code: UInt16, _ value: Int) {
        guard let axis else { return }
        if code == axis.code {
            detents += counter?.distance(to: value) ?? value
        } else if code == axis.fine {
            fineUnits = (fineUnits ?? 0) + value
        }
    }

    private mutating func key(_ code: UInt16, _ value: Int32, at time: Instant, _ merger: InputMerger) {
        if let turnKeys, code == turnKeys.down || code == turnKeys.up {
            // Each press is a detent. Value 2, the kernel's key repeat, is ignored.
            if value == 1 { detents += code == turnKeys.up ? 1 : -1 }
            return
        }
        guard value == 0 || value == 1, let index = buttons.firstIndex(where: { $0.code == code }) else { return }
        let isDown = value == 1
        guard buttons[index].isHeld != isDown else { return }
        buttons[index].isHeld = isDown
        merger.press(buttons[index].number, isDown: isDown, at: time)
    }

    private mutating func report(at time: Instant, _ merger: InputMerger) {
        let units = fineUnits ?? self.units(of: detents)
        detents = 0
        fineUnits = nil
        merger.turn(by: isReversed ? -units : units, detents: knownDetents, at: time)
        absolute?.report(at: time, merger)
    }

    private mutating func units(of counts: Int) -> Int {
        let units = counts * QuadratureDecoder.unitsPerDetent
        guard let fineCounts else { return units }
        let (whole, left) = (units * fineCounts.detents + rest).quotientAndRemainder(dividingBy: fineCounts.perTurn)
        rest = left
        return whole
    }
}

extension KnobFrames {
    /// The decoder for the axes and keys in `share`, which belong to the input. `counts`: whether an axis is an
    /// `AbsoluteCounter`. `absolute`: the facts about an axis that reports its position.
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
            // A key that reports contact with a hand or a screen, or that stays down, is a button only if the
            // configuration names it.
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

/// The name of the button for a key.
enum ButtonName {
    /// The configured name, which may be any of the kernel's names for the key. Without a configured name, the only
    /// button has the name "", and one of several buttons has the kernel's name.
    static func of(_ code: UInt16, isOnly: Bool, configured: [String]) -> String {
        if let name = configured.first(where: { KernelName.code(of: $0, type: EV_KEY) == code }) { return name }
        return isOnly ? "" : KernelName.name(type: UInt16(EV_KEY), code: code)
    }
}
