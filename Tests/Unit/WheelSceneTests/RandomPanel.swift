import TestSupport
import WheelCore
import WheelModel

@testable import WheelScene

/// An instrument with several scenes and pages, and random changes of its state.
enum RandomPanel {
    static let settings = PanelSettings(
        controls: [
            .ranged("angle", ValueRange(0, 90), unit: "°"),
            .ranged("gain", ValueRange(-60, 6), unit: "dB"),
            .ranged("azimuth", ValueRange(0, 360, includesUpper: false), unit: "°", wraps: true),
            ControlSettings(
                name: "filter",
                quantity: .choice(
                    PositionSettings(positions: ["Low-pass", "Band-pass", "High-pass"].map { Position(name: $0) }))),
            ControlSettings(
                name: "steps",
                quantity: .selection(PositionSettings(positions: PositionSettings.numbered(60), layout: .rows))),
            .ranged("tall", ValueRange(0, 10), orientation: .vertical),
        ],
        ramps: [RampSettings(name: "spin", control: 2, motion: RampMotion(target: .by(345), duration: .seconds(1)))],
        pages: [
            PageSettings(name: "one", controls: [0]), PageSettings(name: "two", controls: [1, 2]),
            PageSettings(name: "all", title: "Everything", controls: [0, 1, 2, 3, 4, 5]),
        ])

    /// A random change by a client, a hand or a button.
    static func step(_ state: inout SceneState, _ studio: Studio, _ random: inout SeededGenerator) {
        let control = random.int(in: 0...5)
        switch random.int(in: 0...11) {
        case 0: state.view = random.pick([.page(0), .page(1), .page(2), .control(control), .all])
        case 1: state.focus = random.once(in: 3) ? nil : control
        case 2: state = state.with(control) { $0.isEditing.toggle() }
        case 3:
            let speeds = state.pictureSettings.settings.controls[control].speeds
            studio.speed(control, random.pick(speeds).name)
            state = state.with(control) { $0 = ControlPicture(studio.panel.controls[control], at: studio.time) }
        case 4: state = state.with(2) { $0.rampFraction = random.once(in: 2) ? nil : random.double(in: 0...1) }
        case 5:
            let zoom = random.double(in: 1...6)
            let isJump = random.once(in: 2)
            state = state.with(4) {
                $0.chart = .scale(by: zoom, about: Point(x: 60, y: 50))
                if isJump { $0.chartJumps &+= 1 }
            }
        default: move(&state, control, studio, &random)
        }
    }

    private static func move(
        _ state: inout SceneState, _ control: Int, _ studio: Studio, _ random: inout SeededGenerator
    ) {
        let settings = state.pictureSettings.settings.controls[control]
        switch settings.quantity {
        case .float(let number), .int(let number):
            studio.set(control, .number(random.double(in: number.range.lower...number.range.upper)))
        case .choice(let positions):
            studio.set(control, .position(random.int(in: 0...(positions.positions.count - 1))))
        case .selection(let positions):
            let count = random.int(in: 0...6)
            studio.set(
                control, .positions((0..<count).map { _ in random.int(in: 0...(positions.positions.count - 1)) }))
        }
        let jumps = state.controls[control].jumps
        var taken = state
        taken = taken.with(control) { $0 = ControlPicture(studio.panel.controls[control], at: studio.time) }
        let chart = state.controls[control].chart
        let chartJumps = state.controls[control].chartJumps
        // Half of the changes are by a hand, and are not shown as a motion.
        let isHand = random.once(in: 2)
        state = taken.with(control) {
            if isHand { $0.jumps = jumps }
            $0.chart = chart
            $0.chartJumps = chartJumps
        }
    }
}
