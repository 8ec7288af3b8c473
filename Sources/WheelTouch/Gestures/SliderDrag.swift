import WheelCore
import WheelModel

/// The gesture of a finger on a slider. The finger scrubs the ramp that the control has at the moment, or else starts
/// the slider's ramp and scrubs it. Without a ramp, or with `confirm`, the finger drags the value.
struct SliderDrag: Gesture {
    private let axis: TouchAxis
    private let length: Double
    private var hold: Hold

    private enum Hold: Sendable {
        case value(Grip)
        case ramp(RampGrip)

        var isRamp: Bool {
            switch self {
            case .value: false
            case .ramp: true
            }
        }

        /// The last position along the slider.
        var reading: Double {
            switch self {
            case .value(let grip): grip.reading
            case .ramp(let grip): grip.reading
            }
        }
    }

    init(_ touch: Touch, of control: Int, length: Double, _ panel: Panel, at time: Instant) {
        axis = TouchAxis(.auto, area: touch.area)
        self.length = length
        let reading = axis.reading(at: touch.place)
        hold = SliderDrag.hold(touch, of: control, length: length, at: reading, panel, time)
    }

    mutating func move(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {
        guard let control = touch.control else { return }
        let reading = axis.reading(at: touch.place)
        let scrubs = SliderDrag.scrubs(touch, control, panel)
        let isOpen = panel.instrument.isOpenToHands(control)
        if !isOpen || hold.isRamp != scrubs {
            let last = isOpen ? hold.reading : reading
            hold = SliderDrag.hold(touch, of: control, length: length, at: last, panel, changes.time)
        }
        switch hold {
        case .value(var grip):
            let gear = panel.instrument.controls[control].sliderGear(length: length)
            panel.pull(&grip, of: control, to: reading, gear, by: touch.hand, &changes)
            hold = .value(grip)
        case .ramp(var grip):
            scrub(touch, &grip, of: control, to: reading, &panel, &changes)
            hold = .ramp(grip)
        }
    }

    private static func ramp(_ touch: Touch) -> Int? {
        if case .slider(_, let ramp, _) = touch.finger.target?.kind { ramp } else { nil }
    }

    private static func scrubs(_ touch: Touch, _ control: Int, _ panel: Panel) -> Bool {
        !panel.instrument.controls[control].confirms
            && (ramp(touch) != nil || panel.instrument.controls[control].hasRamp)
    }

    private static func hold(
        _ touch: Touch, of control: Int, length: Double, at reading: Double, _ panel: Panel, _ time: Instant
    ) -> Hold {
        guard scrubs(touch, control, panel) else {
            let slider = panel.instrument.controls[control]
            return .value(slider.grip(at: reading, slider.sliderGear(length: length)))
        }
        return .ramp(RampGrip(panel.instrument.controls[control].rampStatus(at: time)?.fraction ?? 0, at: reading))
    }

    private func scrub(
        _ touch: Touch, _ grip: inout RampGrip, of control: Int, to reading: Double, _ panel: inout Panel,
        _ changes: inout Changes
    ) {
        guard panel.instrument.isOpenToHands(control), reading != grip.reading else { return }
        let (surface, hand) = (touch.surface, touch.hand)
        let before = panel.instrument.controls[control].undo
        panel.surfaces[surface].farSwipe.recordScrub(by: hand.finger)
        // The hold begins before `startPaused` moves the value to the ramp's start: otherwise this move would be
        // committed at once.
        panel.instrument.hold(control, by: hand.holder, until: nil)
        panel.play(&changes) { instrument, changes in
            if !instrument.controls[control].hasRamp, let ramp = SliderDrag.ramp(touch) {
                instrument.startPaused(ramp, &changes)
            }
            if let current = instrument.controls[control].rampStatus(at: changes.time)?.fraction {
                let fraction = grip.pull(current, to: reading, length: length)
                instrument.scrub(control, to: fraction, by: hand, &changes)
            }
        }
        panel.surfaces[surface].farSwipe.recordMove(
            of: control, from: before.place, revision: before.revision, to: panel.instrument.controls[control].revision)
        if !panel.instrument.controls[control].isEditing { panel.release(control, by: hand.holder, &changes) }
        panel.commitIfReleased(control, &changes)
    }
}

/// A finger's grip on a ramp: the ramp's fraction follows the finger along a slider, as a value follows a `Grip`.
struct RampGrip: Sendable {
    private var start: Double
    private var anchor: Double
    private(set) var reading: Double
    /// The fraction after the last move of this grip. If the ramp's fraction differs from it, something else has moved
    /// the ramp.
    private var fraction: Double

    init(_ fraction: Double, at reading: Double) {
        start = fraction
        anchor = reading
        self.reading = reading
        self.fraction = fraction
    }

    /// Returns the fraction for a reading. Movement beyond an end is dropped.
    mutating func pull(_ current: Double, to reading: Double, length: Double) -> Double {
        if current != fraction { self = RampGrip(current, at: self.reading) }
        self.reading = reading
        let wanted = start + (reading - anchor) / length
        fraction = wanted.isFinite ? min(max(wanted, 0), 1) : current
        if fraction != wanted { self = RampGrip(fraction, at: reading) }
        return fraction
    }
}
