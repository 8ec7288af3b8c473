import TestSupport
import WheelCore
import WheelModel
import WheelTouch

/// Random touches on a screen that has targets of all kinds.
extension PanelPlay {
    static func touch(
        _ panel: inout Panel, _ choices: inout some Choices, at time: Instant, into changes: inout Changes
    ) {
        let contacts = (0..<choices.choice(4)).map { _ in
            TouchContact(
                id: choices.choice(5), position: Point(x: coordinate(&choices), y: coordinate(&choices)),
                isPalm: choices.once(in: 32))
        }
        panel.receive(
            .touched(contacts), from: screen, at: time, onlyLights: choices.once(in: 16), into: &changes)
    }

    private static func coordinate(_ choices: inout some Choices) -> Double {
        choices.once(in: 32) ? choices.finiteNumber() : Double(choices.choice(256)) * 2
    }

    private static func rows(of control: ControlSettings, _ place: ChipRows.Place, _ row: Int) -> ChipRows {
        ChipRows(
            place: place, count: control.positions?.positions.count ?? 0, columns: place == .list ? 1 : 2,
            origin: Point(x: 400, y: Double(row) * 100 + 30), pitch: Size(width: 50, height: 30), visibleRows: 3)
    }

    /// A layout with a row of targets for each control, which depend on its kind.
    static func layout(of settings: PanelSettings, isBank: Bool = false) -> TouchLayout {
        func place(_ kind: TouchKind, _ column: Int, _ row: Int) -> TouchTarget {
            TouchTarget(
                kind, area: Rect(x: Double(column) * 100, y: Double(row) * 100, width: 100, height: 100))
        }
        var targets: [TouchTarget] = []
        for (row, control) in settings.controls.enumerated() {
            let middle = Point(x: 150, y: Double(row) * 100 + 50)
            targets += [
                place(.stage(control: row), 0, row), place(.wheel(control: row, .horizontal), 0, row),
                place(.arm(control: row, vertex: middle, ignoredRadius: 10), 1, row),
                place(.stepper(control: row, row.isMultiple(of: 2) ? .up : .down), 2, row),
            ]
            switch control.kind {
            case .float, .int:
                let ramp = settings.ramps.firstIndex { $0.control == row }
                targets.append(place(.slider(control: row, ramp: ramp, length: 100), 3, row))
                if let ramp { targets.append(place(.rampButton(ramp: ramp), 4, row)) }
                targets.append(place(.digit(control: row, amount: 0.1, speed: 0, length: 30), 5, row))
            case .choice, .selection:
                targets += [place(.chart(control: row), 3, row), place(.seat(control: row, position: 0), 3, row)]
                let list = rows(of: control, .list, row)
                targets += [
                    place(.chips(control: row, list, chooser: rows(of: control, .chooser, row)), 4, row),
                    place(.closer(control: row), 5, row),
                    TouchTarget(
                        .toggle(control: row), area: Rect(x: 500, y: Double(row) * 100, width: 100, height: 50)),
                ]
            }
        }
        targets.append(place(.tab(.page(1)), 4, settings.controls.count))
        return TouchLayout(targets: targets, size: Size(width: 512, height: 512), isBank: isBank)
    }
}
