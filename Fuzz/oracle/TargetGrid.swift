import WheelGeometry
import WheelModel
import WheelSettings

/// A page with targets of every kind, in cells of 100 pixels: a row for each control, and a last row for the panel.
enum TargetGrid {
    static let cell = 100.0
    static let columns = 10

    static func layout(of settings: PanelSettings, display: Int, isBank: Bool) -> TouchLayout {
        var grid = Grid()
        for (control, it) in settings.controls.enumerated() {
            grid.row = control
            grid.rest = .stage(control: control)
            grid.put(.wheel(control: control, control.isMultiple(of: 2) ? .horizontal : .vertical))
            grid.put(.arm(control: control, vertex: grid.middle, ignoredRadius: 10))
            grid.put(.stepper(control: control, .down))
            grid.put(.stepper(control: control, .up))
            switch it.kind {
            case .float, .int:
                let ramp = settings.ramps.firstIndex { $0.control == control }
                grid.put(.slider(control: control, ramp: ramp, length: cell))
                grid.put(.digit(control: control, amount: 0.1, speed: it.speeds.count - 1, length: 30))
                grid.put(.number(control: control, length: 20))
                if let ramp { grid.put(.rampButton(ramp: ramp)) }
            case .choice, .selection:
                let count = it.positions?.positions.count ?? 0
                let list = grid.chips(.list, count: count)
                let chooser = grid.chips(.chooser, count: count)
                switch (control + display) % 2 {
                case 0:
                    // A chart with a seat and a block on it.
                    grid.put(.chart(control: control))
                    grid.put(.seat(control: control, position: 0))
                    grid.put(.block(control: control, grid.area))
                default:
                    grid.put(.chip(control: control, position: count - 1))
                    grid.put(.chips(control: control, list, chooser: chooser))
                }
                grid.put(.opener(control: control, chooser))
                grid.put(.closer(control: control))
                if it.kind == .selection || count == 2 { grid.put(.toggle(control: control)) }
            }
            if it.confirmTimeout != nil {
                grid.put(.apply(control: control))
                grid.put(.revert(control: control))
            }
        }
        grid.row = settings.controls.count
        grid.rest = nil
        grid.put(.wheelOfFocus)
        for page in settings.pages.indices.prefix(3) { grid.put(.tab(.page(page))) }
        if let last = settings.controls.indices.last { grid.put(.tab(.screen(control: last))) }
        return TouchLayout(
            targets: grid.targets, size: Size(width: Double(columns) * cell, height: Double(grid.row + 1) * cell),
            swipes: display.isMultiple(of: 2) ? .aroundPanels : .nowhere, display: display, isBank: isBank)
    }

    /// Fills rows from the left. Below the targets of a control is the control's stage.
    private struct Grid {
        var targets: [TouchTarget] = []
        var row = 0 { didSet { column = 0 } }
        private var column = 0
        var rest: TouchKind? {
            didSet {
                guard let rest else { return }
                let whole = Rect(x: 0, y: Double(row) * cell, width: Double(columns) * cell, height: cell)
                targets.append(TouchTarget(rest, area: whole))
            }
        }

        var area: Rect { Rect(x: Double(column) * cell, y: Double(row) * cell, width: cell, height: cell) }
        var middle: Point { Point(x: (Double(column) + 0.5) * cell, y: (Double(row) + 0.5) * cell) }

        mutating func put(_ kind: TouchKind) {
            targets.append(TouchTarget(kind, area: area))
            column += 1
        }

        func chips(_ place: ChipRows.Place, count: Int) -> ChipRows {
            ChipRows(
                place: place, count: count, columns: place == .list ? 1 : 2, origin: middle,
                pitch: Size(width: 50, height: 30), visibleRows: 3)
        }
    }
}
