import TestSupport
import WheelCore

@testable import WheelModel
@testable import WheelScene
@testable import WheelTouch

extension RandomPanel {
    /// A random change of one control, of the page or of the panel.
    static func changeState(_ state: inout SceneState, at time: Instant, _ random: inout SeededGenerator) {
        let settings = state.pictureSettings.settings
        let control = random.int(in: 0...(settings.controls.count - 1))
        switch random.int(in: 0...14) {
        case 0: state.view = random.pick(views(of: settings) + [.control(control)])
        case 1: state.focus = random.once(in: 3) ? nil : control
        case 2: state.isLocked.toggle()
        case 3: state.chooser = random.once(in: 2) ? nil : chooser(control, settings, at: time, &random)
        default: changeControl(&state, control, at: time, &random)
        }
    }

    static func changeControl(
        _ state: inout SceneState, _ control: Int, at time: Instant, _ random: inout SeededGenerator
    ) {
        let settings = state.pictureSettings.settings
        let shown = settings.controls[control]
        let new = value(of: shown, &random)
        switch random.int(in: 0...11) {
        case 0: state = state.with(control) { $0.isLocked.toggle() }
        case 1: state = state.with(control) { $0.isEditing.toggle() }
        case 2: state = state.with(control) { $0.hasValue.toggle() }
        case 3: state = state.with(control) { $0.knob = $0.knob == .present ? .waiting : .present }
        case 4:
            let written =
                random.once(in: 4)
                ? nil : Instant(microseconds: time.microseconds - Int64(random.int(in: 0...90_000_000)))
            let age = AgePicture(writtenAt: written, staleAt: (written ?? time) + .seconds(2))
            state = state.with(control) { $0.age = random.once(in: 3) ? nil : age }
        case 5:
            let own = settings.ramps.firstIndex { $0.control == control }
            let ramp = RampPicture(index: own, isPaused: random.once(in: 2))
            let (isOver, fraction) = (random.once(in: 3), random.double(in: 0...1))
            state = state.with(control) {
                $0.ramp = isOver || shown.number == nil ? nil : ramp
                $0.rampFraction = $0.ramp == nil ? nil : fraction
            }
        case 6, 7:
            // Only a control with `confirm` can have a pending value.
            guard shown.confirmTimeout != nil, shown.kind != .selection else { return }
            let until = random.once(in: 3) ? nil : time + .milliseconds(Int64(random.int(in: 100...8000)))
            state = state.with(control) {
                $0.applied = $0.applied == nil ? $0.number : nil
                $0.pendingUntil = $0.applied == nil ? nil : until
                if $0.applied != nil { consume(new, of: shown, into: &$0) }
            }
        case 8:
            let speed = random.int(in: 0...max(0, shown.speeds.count - 1))
            state = state.with(control) { $0.speed = speed }
        case 9:
            let end: LimitPicture = random.once(in: 2) ? .least : .most
            guard let number = shown.number, number.range.isFinite, !number.wraps else { return }
            state = state.with(control) {
                consume(end == .least ? number.range.lower : number.range.upper, of: shown, into: &$0)
                $0.limit = end
            }
        default:
            let isByHand = random.once(in: 2)
            let selected = shown.positions.map { positions in
                let count = positions.positions.count
                return (0..<random.int(in: 0...4)).map { _ in random.int(in: 0...(count - 1)) }
            }
            state = state.with(control) {
                consume(new, of: shown, into: &$0)
                if shown.kind == .selection, let selected {
                    for position in selected {
                        if $0.selected.contains(position) {
                            $0.selected.remove(position)
                        } else {
                            $0.selected.insert(position)
                        }
                    }
                }
                if !isByHand { $0.jumps &+= 1 }
            }
        }
    }

    private static func consume(_ value: Double, of settings: ControlSettings, into picture: inout ControlPicture) {
        picture.number = value
        picture.limit = nil
        guard let number = settings.number, number.range.isFinite else { return }
        picture.position = number.position(of: value)
    }

    private static func value(of settings: ControlSettings, _ random: inout SeededGenerator) -> Double {
        if let positions = settings.positions { return Double(random.int(in: 0...(positions.positions.count - 1))) }
        guard let range = settings.number?.range, range.isFinite else {
            return random.pick([0, -1.2345e-7, 1e300, -123_456_789_012])
        }
        return random.double(in: range.lower...range.upper)
    }

    static func chooser(
        _ control: Int, _ settings: PanelSettings, at time: Instant, _ random: inout SeededGenerator
    ) -> ChooserPicture? {
        guard let count = settings.controls[control].positions?.positions.count else { return nil }
        let offsets = 0...Double(max(1, count - 1))
        return ChooserPicture(
            control: control,
            scroll: .fling(
                from: random.double(in: offsets), speed: random.double(in: -20...20), in: offsets, at: time))
    }
}
