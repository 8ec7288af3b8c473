import WheelCore
import WheelModel

/// A page with targets of every kind, in cells of 100 pixels: a row for each control, and a last row for the panel.
enum TargetGrid {
    static let cell = 100.0
    static let columns = 10

    static func layout(of settings: PanelSettings, display: Int, isBank: Bool) -> TouchLayout {
        var grid = Grid()
        for (control, it) in settings.controls.enumerated() {
            grid.row = control
            // The former model had one zoom and one scrolled list for all displays. What shows them is on one display alone.
            let hasChart = (Int(it.name.utf8.last ?? 0) + display).isMultiple(of: 2)
            grid.rest = it.positions == nil || hasChart ? .stage(control: control) : .wheel(control: control, .auto)
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
                if hasChart {
                    grid.putChart(of: control)
                } else {
                    grid.put(.chip(control: control, position: count - 1))
                    let list = grid.chips(.list, 0, count: count)
                    let chooser = grid.chips(.chooser, 1, count: count)
                    grid.put(
                        left: .chips(control: control, list, chooser: chooser),
                        right: .chips(control: control, chooser))
                    let open = grid.chips(.chooser, 1, count: count, visibleRows: isBank ? 2 : 3)
                    grid.put(left: .opener(control: control, open), right: .closer(control: control))
                }
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

        /// The cell.
        var area: Rect { Rect(x: Double(column) * cell, y: Double(row) * cell, width: cell, height: cell) }
        var middle: Point { Point(x: (Double(column) + 0.5) * cell, y: (Double(row) + 0.5) * cell) }

        /// The left half of the cell, or the right one.
        func half(_ place: Int, height: Double = cell) -> Rect {
            Rect(x: area.minX + Double(place) * cell / 2, y: area.minY, width: cell / 2, height: height)
        }

        mutating func put(_ kind: TouchKind) {
            targets.append(TouchTarget(kind, area: area))
            column += 1
        }

        /// Below the seat and the block the chart is bare.
        mutating func putChart(of control: Int) {
            let (seat, block) = (half(0, height: 60), half(1, height: 60))
            targets.append(TouchTarget(.chart(control: control), area: area))
            targets.append(TouchTarget(.seat(control: control, position: 0), area: seat))
            targets.append(TouchTarget(.block(control: control, block), area: block))
            column += 1
        }

        mutating func put(left: TouchKind, right: TouchKind) {
            targets += [TouchTarget(left, area: half(0)), TouchTarget(right, area: half(1))]
            column += 1
        }

        func chips(_ place: ChipRows.Place, _ half: Int, count: Int, visibleRows: Double = 3) -> ChipRows {
            let columns = place == .list ? 1 : 2
            return ChipRows(
                place: place, count: count, columns: columns, origin: self.half(half).origin,
                pitch: Size(width: cell / 2 / Double(columns), height: 30), visibleRows: visibleRows)
        }
    }
}
