import WheelCore
import WheelModel

/// The effects of fingers on a kind of target, besides the gesture. `TouchKind.traits` lists them for each kind.
struct TargetTraits {
    /// Whether fingers on the target form pairs with other fingers on the same control.
    var sharesFingers = false
    /// Whether taps on the target count towards a double tap on its control.
    var countsTaps = false
    /// Whether the target moves with the chart of its control when the chart is zoomed, panned or rotated.
    var isPartOfChart = false
    /// Whether a touch pauses the running ramp of the target's control.
    var pausesRamp = Pauses.never
    /// Whether a tap on an unmarked cell of a bank (`TouchLayout.isBank`) marks the cell and also acts.
    var firstTap = FirstTap.acts

    enum Pauses {
        case never
        case always
        /// The touch pauses the ramp only if its tap marks the cell without acting.
        case whileItOnlyMarks
    }

    enum FirstTap {
        /// The tap acts. With such a tap a person reacts to a pending value or an open chooser, so the tap is not an
        /// accident. A tap on a tab also acts, because a tab belongs to no cell.
        case acts
        /// The key `first_tap` decides whether the tap acts. The tap may act, because the picture shows its effect.
        case actsIfSo
        /// The tap only marks the cell, because a tap that also acts would start a motion, select another speed, or be
        /// the first half of a double tap.
        case marks
    }
}

extension TouchKind {
    var traits: TargetTraits {
        switch self {
        case .wheel, .wheelOfFocus, .chart, .stage:
            TargetTraits(sharesFingers: true, countsTaps: true, firstTap: .marks)
        case .arm, .rampButton:
            TargetTraits(sharesFingers: true, countsTaps: true, pausesRamp: .always, firstTap: .marks)
        case .slider: TargetTraits(firstTap: .marks)
        case .seat, .block: TargetTraits(sharesFingers: true, isPartOfChart: true, firstTap: .actsIfSo)
        case .digit: TargetTraits(sharesFingers: true, firstTap: .actsIfSo)
        case .number: TargetTraits(sharesFingers: true, firstTap: .marks)
        case .stepper: TargetTraits(pausesRamp: .whileItOnlyMarks, firstTap: .actsIfSo)
        case .chips(_, let rows, _) where rows.place == .chooser: TargetTraits()
        case .chip, .chips, .opener, .toggle: TargetTraits(firstTap: .actsIfSo)
        case .closer, .tab, .apply, .revert: TargetTraits()
        }
    }

    /// The gesture of a finger that touches the target, alone on its control; `nil` if such a finger has no gesture.
    func gesture(_ touch: Touch, on panel: inout Panel, at time: Instant) -> FingerGesture? {
        guard let control = touch.control else {
            if case .tab = self { return .press(Press()) }
            return nil
        }
        let (area, place) = (touch.area, touch.place)
        switch self {
        case .wheel(_, let orientation): return .wheel(WheelDrag(of: control, orientation, area, at: place, panel))
        case .wheelOfFocus:
            let orientation = panel.instrument.controls[control].settings.number?.orientation ?? .auto
            return .wheel(WheelDrag(of: control, orientation, area, at: place, panel))
        case .arm(_, let vertex, let ignoredRadius, let valuePerTurn, let valueOnBaseline):
            return .arm(
                ArmTurn(
                    vertex: vertex, ignoredRadius: ignoredRadius, valuePerTurn: valuePerTurn,
                    valueOnBaseline: valueOnBaseline))
        case .slider(_, _, let length): return .slider(SliderDrag(touch, of: control, length: length, panel, at: time))
        case .digit(_, let amount, _, let length): return .digit(DigitDrag(.amount(amount), length: length, at: place))
        case .number(_, let length): return .digit(DigitDrag(.detent, length: length, at: place))
        case .stepper(_, let direction): return .stepper(StepperHold(direction, at: time))
        case .rampButton: return .ramp(RampPress())
        case .seat, .block, .chip, .opener, .toggle, .closer, .tab, .apply, .revert: return .press(Press())
        case .chips(_, let rows, _): return ChipScroll(rows, touch, of: control, &panel, at: time).map { .chips($0) }
        case .chart, .stage: return .rest(Rest())
        }
    }
}
