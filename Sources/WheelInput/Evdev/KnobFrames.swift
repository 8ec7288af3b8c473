internal import CEvdev
import WheelGeometry
import WheelModel

/// What the frames of a knob or of keys mean. Pure: a recording plays through it as a device does.
struct KnobFrames {
    /// The axis that turns, and its partner that counts in 1/120 detents.
    struct Axis: Equatable {
        let code: UInt16
        let fine: UInt16?

        /// REL_DIAL has no partner.
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

    struct Button {
        let code: UInt16
        var name: String
        var number: Int
        var isHeld = false
    }

    let axis: Axis?
    /// Where the axis stands, if that is what it tells.
    private var counter: AbsoluteCounter?
    /// The keys that stand for a detent down and up.
    let turnKeys: (down: UInt16, up: UInt16)?
    let isReversed: Bool
    private(set) var buttons: [Button]
    private var detents = 0
    private var fineUnits: Int?

    init(
        axis: Axis?, counter: AbsoluteCounter? = nil, turnKeys: (down: UInt16, up: UInt16)?, isReversed: Bool,
        buttons: [Button]
    ) {
        self.axis = axis
        self.counter = counter
        self.turnKeys = turnKeys
        self.isReversed = isReversed
        self.buttons = buttons
    }

    /// Whether the axis tells where it stands.
    var countsAbsolutely: Bool { counter != nil }

    mutating func apply(type: UInt16, code: UInt16, value: Int32, at time: Instant, merger: InputMerger) {
        switch Int32(type) {
        case EV_REL: turn(code, Int(value))
        case EV_KEY: key(code, value, at: time, merger)
        case EV_SYN where Int32(code) == SYN_REPORT: report(at: time, merger)
        default: break
        }
    }

    /// Events were lost: what the frame had so far is not a whole one.
    mutating func discardFrame() {
        detents = 0
        fineUnits = nil
    }

    /// The device goes while others stay on the input: its buttons come up.
    mutating func releaseAll(at time: Instant, merger: InputMerger) {
        for index in buttons.indices where buttons[index].isHeld {
            buttons[index].isHeld = false
            merger.release(buttons[index].number, at: time)
        }
    }

    /// The receiver's numbers for the buttons may be others after a reload, and their names too.
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
            // Each press is a detent; 2, the kernel's repetition, is no turn of a knob.
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

    private func index(ofKey code: UInt16) -> Int? {
        for index in buttons.indices where buttons[index].code == code { return index }
        return nil
    }

    /// A frame is whole. The high-resolution value says all that the plain one says, so only one of them counts.
    private mutating func report(at time: Instant, _ merger: InputMerger) {
        let units = fineUnits ?? detents * QuadratureDecoder.unitsPerDetent
        discardFrame()
        merger.turn(by: isReversed ? -units : units, at: time)
    }
}
