internal import CEvdev
import WheelCore
import WheelModel

/// Decodes the frames of a knob or of keys. It is pure, so that a recording goes through the same code as a device.
struct KnobFrames {
    /// The axis that turns, and its high-resolution axis, which counts in 1/120 detents.
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
    /// The detents of a revolution, of a product that is known to have so many.
    let knownDetents: Int?
    /// For an axis that counts more finely than detents: the counts of a revolution, and the detents of the input in one.
    let fineCounts: FineCounts?
    /// The part of a unit that is left, in parts of a revolution's counts.
    private var rest = 0
    /// For an axis that reports positions.
    private(set) var counter: AbsoluteCounter?
    /// The axis if it reports its position. `axis` is `nil` then.
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

    /// Whether the axis reports positions.
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

    /// Discards an incomplete frame, since events were lost.
    mutating func discardFrame() {
        detents = 0
        fineUnits = nil
        absolute?.discardFrame()
    }

    /// Releases its buttons, since the device is gone while others of the input stay.
    mutating func releaseAll(at time: Instant, merger: InputMerger) {
        for index in buttons.indices where buttons[index].isHeld {
            buttons[index].isHeld = false
            merger.release(buttons[index].number, at: time)
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
            // Each press is a detent. Value 2, the kernel's key repeat, is none.
            if value == 1 { detents += code == turnKeys.up ? 1 : -1 }
            return
        }
        guard let index = index(ofKey: code) else { return }
        if value == 1, !buttons[index].isHeld {
            buttons[index].isHeld = true
            merger.press(buttons[index].number, at: time)
        } else if value == 0, buttons[index].isHeld {
            buttons[index].isHeld = false
            merger.release(buttons[index].number, at: time)
        }
    }

    private func index(ofKey code: UInt16) -> Int? { buttons.firstIndex { $0.code == code } }

    /// The frame is complete. The high-resolution value covers the plain one, so only one of them counts.
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
