import WheelCore
import WheelModel
import WheelTouch

/// The arm of an angle or the pointer of a rotor, in half blocks.
struct CellDial {
    private let box: CellBox
    private let blocks: BlockPicture
    private let control: ControlSettings
    private let number: NumberSettings
    private let scale: ArmScale
    private let isRotor: Bool
    /// The place of the arm's vertex, counted from the upper left corner of the box, and the radius of the ring of
    /// ticks, both in half blocks.
    private let vertex: Point
    private let radius: Double
    private let angle: Angle

    /// The minimum number of rows of a cell's body that shows a dial.
    static let leastRows = 10

    /// `nil` unless the control's scene is `angle` or `rotor`.
    init?(
        _ picture: ControlPicture, _ settings: ControlSettings, _ number: NumberSettings, in box: CellBox
    ) {
        let scene = settings.numberScene
        isRotor = scene is RotorLayout.Type
        guard isRotor || scene is AngleLayout.Type else { return nil }
        self.box = box
        blocks = BlockPicture(columns: box.columns, rows: box.rows)
        control = settings
        self.number = number
        scale = ArmScale(number, range: isRotor ? .turn : .degrees(90))
        angle = scale.angle(Pose(picture, settings))
        let (width, height) = (Double(box.columns), Double(box.rows * 2))
        if isRotor {
            radius = max(2, min(width, height) / 2 - 1)
            vertex = Point(x: width / 2, y: height / 2)
        } else {
            let ends = scale.ends(of: number)
            let quadrants = Quadrants(from: ends.lower, to: ends.upper)
            let across = 1 + (quadrants.right ? 1 : 0.1)
            let down = (quadrants.up ? 1 : 0.1) + (quadrants.down ? 1 : 0.1)
            radius = max(2, min((width - 1) / across, (height - 1) / down))
            vertex = Point(
                x: (width - radius * across) / 2 + radius,
                y: (height - radius * down) / 2 + radius * (quadrants.up ? 1 : 0.1))
        }
    }

    func draw(isStale: Bool, into grid: inout CellGrid) {
        var picture = blocks
        if isRotor {
            for tick in 0..<36 {
                let isLong = tick % 9 == 0
                let way = Angle.degrees(Double(tick) * 10)
                picture.line(
                    from: place(way, radius * (isLong ? 0.86 : 1)), to: place(way, radius),
                    isLong ? .secondary : .outline)
            }
        } else {
            let ends = scale.ends(of: number)
            let count = 24
            for tick in 0...count {
                let share = Double(tick) / Double(count)
                let way = Angle(degrees: ends.lower.degrees + (ends.upper - ends.lower).degrees * share)
                picture.line(from: place(way, radius), to: place(way, radius), .outline)
            }
            picture.line(from: vertex, to: place(.zero, radius), .outline)
        }
        picture.arm(from: vertex, to: place(angle, radius * 0.92), isStale ? .secondary : .accent)
        picture.draw(column: box.column, row: box.row, into: &grid)
        if isRotor { drawDirections(into: &grid) }
    }

    /// Draws the directions of a compass, or the degrees of an angle. A text that would cover a part of the pointer is
    /// left out.
    private func drawDirections(into grid: inout CellGrid) {
        let hasCompass = control.appearance.hasCompass
        guard radius >= 8, hasCompass || number.unit == "°" else { return }
        let directions = hasCompass ? ["N", "E", "S", "W"] : ["0", "90", "180", "270"]
        for (quarter, text) in directions.enumerated() {
            // The texts are closer to the middle than the long ticks.
            let middle = place(.degrees(Double(quarter) * 90), radius * 0.8 - Double(text.count + 1) / 2)
            let left = box.column + Int(middle.x) - text.count / 2
            let row = box.row + Int(middle.y) / 2
            let isFree = (left..<left + text.count).allSatisfy { column in
                box.contains(column: column, row: row) && grid[column, row].character == " "
            }
            if isFree { grid.put(text, column: left, row: row, CellStyle(.secondary)) }
        }
    }

    /// A rotor has 0° at the top, and an arm has 0° at the left.
    private func place(_ angle: Angle, _ distance: Double) -> Point {
        isRotor
            ? Point(x: vertex.x + distance * angle.sine, y: vertex.y - distance * angle.cosine)
            : Point(x: vertex.x - distance * angle.cosine, y: vertex.y - distance * angle.sine)
    }

    func targets(of control: Int, ramp: Int?) -> [TouchTarget] {
        guard self.control.movedByHands else { return [] }
        let (cell, area) = (CellFace.cell, CellFace.rect(box))
        let step = cell.width
        let center = Point(x: area.minX + vertex.x * step, y: area.minY + vertex.y * step)
        let arm = TouchKind.arm(
            control: control, vertex: center, ignoredRadius: step, valuePerTurn: scale.valuePerTurn,
            valueOnBaseline: isRotor ? scale.originTurnedBack(number) : scale.origin)
        var targets = [TouchTarget(arm, area: area)]
        if isRotor, let ramp {
            targets.append(
                TouchTarget(.rampButton(ramp: ramp), area: Rect(center: center, size: Size(width: 60, height: 60))))
        }
        return targets
    }
}
