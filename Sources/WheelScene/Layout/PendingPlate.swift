import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

/// The sign that a value is pending: a dashed frame, and a plate in the hand's colour at the bottom of the cell. The
/// plate shows the value that is still applied, how to apply the pending value, and the time until the pending value is
/// dropped.
///
/// On a touch display, the halves of the plate are the buttons Revert and Apply if hands may move the control. In a
/// cell that is too narrow for two fingertips, but high enough, Revert is above Apply. Otherwise they are side by side.
struct PendingPlate: Equatable, Sendable {
    /// The dashed frame.
    let frame: Rect
    let plate: Rect
    /// The halves that fingers can tap; `nil` without a touch input, and if hands may not move the control.
    let revert: Rect?
    let apply: Rect?
    private let measures: Measures
    private let touchAreas: [Rect]
    /// Whether pressing the control's knob applies the value.
    private let isPressed: Bool

    init(_ settings: ControlSettings, _ room: SceneRoom) {
        let (measures, body) = (room.measures, room.body)
        // The value keeps its minimum height, and the plate gets the remaining height. If the plate would then be too
        // low for readable words, it gets its own minimum height instead. In cells that are too low for both, the value
        // and the plate shrink.
        let free = body.height - SceneRoom.line(measures.leastValue) - measures.innerGap
        let wanted = PendingPlate.height(settings, room)
        let least = min(measures.pixels(PendingPlate.leastLine).rounded(.up), body.height * 0.45)
        self.init(settings, room, height: min(wanted, max(free, least)))
    }

    /// A plate below a value that ends at `bottom`; `nil` if too little room is left, or if the plate would have
    /// buttons for fingers.
    init?(_ settings: ControlSettings, _ room: SceneRoom, below bottom: Double) {
        let free = room.body.maxY - bottom
        let least =
            PendingPlate.hasOneLine(room) ? room.measures.labelRow * 0.8 : room.measures.pixels(PendingPlate.twoLines)
        guard !PendingPlate.isTouched(settings, room), free >= least else { return nil }
        self.init(settings, room, height: min(PendingPlate.height(settings, room), free.rounded(.down)))
    }

    private static func isTouched(_ settings: ControlSettings, _ room: SceneRoom) -> Bool {
        room.isTouched && settings.movedByHands
    }

    private static func hasOneLine(_ room: SceneRoom) -> Bool { room.body.width >= room.measures.pixels(oneLine) }

    /// The height of the plate in a body that has room for it.
    private static func height(_ settings: ControlSettings, _ room: SceneRoom) -> Double {
        let row = room.measures.labelRow
        guard isTouched(settings, room) else { return hasOneLine(room) ? row : row * 1.8 }
        return isStacked(room) ? 2 * room.measures.target + room.measures.innerGap : room.measures.target
    }

    /// Whether Revert is above Apply: if the halves would be narrower than a fingertip side by side, and if the body is
    /// high enough for both halves and the scene above them.
    private static func isStacked(_ room: SceneRoom) -> Bool {
        let (measures, body) = (room.measures, room.body)
        let rest = max(measures.target, SceneRoom.line(measures.leastValue))
        return (body.width - measures.innerGap) / 2 < measures.target
            && body.height >= 2 * (measures.target + measures.innerGap) + rest
    }

    private init(_ settings: ControlSettings, _ room: SceneRoom, height: Double) {
        let (measures, body) = (room.measures, room.body)
        self.measures = measures
        isPressed = room.isPressed
        frame = PendingPlate.frame(in: room)
        let isTouched = PendingPlate.isTouched(settings, room)
        let height = height.rounded()
        let plate = Rect(x: body.minX, y: body.maxY - height, width: body.width, height: height).onWholePixels
        self.plate = plate
        guard isTouched else {
            (revert, apply, touchAreas) = (nil, nil, [])
            return
        }
        if PendingPlate.isStacked(room) {
            let half = ((plate.height - measures.innerGap) / 2).rounded(.down)
            revert = Rect(x: plate.minX, y: plate.minY, width: plate.width, height: half)
            apply = Rect(x: plate.minX, y: plate.maxY - half, width: plate.width, height: half)
            let cell = room.cell
            touchAreas = [(plate.minY, plate.midY), (plate.midY, cell.maxY)].map { top, bottom in
                Rect(x: cell.minX, y: top, width: cell.width, height: bottom - top)
            }
            return
        }
        let half = ((plate.width - measures.innerGap) / 2).rounded(.down)
        revert = Rect(x: plate.minX, y: plate.minY, width: half, height: plate.height)
        apply = Rect(x: plate.maxX - half, y: plate.minY, width: half, height: plate.height)
        // The touch areas extend below the plate to the edge of the card. If the areas are still not as high as a
        // fingertip, they extend above the plate as well.
        let top = max(room.cell.minY, min(plate.minY, room.cell.maxY - measures.target))
        touchAreas = [room.cell.minX, room.cell.midX].map {
            Rect(x: $0, y: top, width: room.cell.width / 2, height: room.cell.maxY - top)
        }
    }

    /// The dashed frame: in the padding of the card, and above the label.
    private static func frame(in room: SceneRoom) -> Rect {
        let (measures, cell, body) = (room.measures, room.cell, room.body)
        let usual = measures.focusStroke + measures.hairline * 2
        let padding = body.minX - cell.minX
        let inset = max(0, min(usual, (padding - measures.stroke - 0.5).rounded(.down)))
        let row = CellFrame(cell, measures).labelRow.minY
        // The distance from the card's upper edge to the accents on the label's capitals.
        let label = row + (body.minY - row) * 0.12 - cell.minY
        let above = max(0, min(inset, (label - measures.stroke).rounded(.down)))
        return cell.inset(left: inset, top: above, right: inset, bottom: inset)
    }

    /// The minimum width for the text in one line, in millimetres: about 32 characters.
    private static let oneLine = 54.0

    /// Whether the halves react to fingers.
    var isTouched: Bool { apply != nil }

    /// The height of the box for the words: of one half, or of the undivided plate.
    var lineHeight: Double { (apply ?? plate).height }

    /// The room above the plate.
    func rest(of room: SceneRoom) -> SceneRoom {
        var rest = room
        rest.body = room.body.inset(
            bottom: min(room.body.height, room.body.maxY - plate.minY + measures.innerGap))
        return rest
    }

    func targets(of control: Int) -> [TouchTarget] {
        guard touchAreas.count == 2 else { return [] }
        return [
            TouchTarget(.revert(control: control), area: touchAreas[0]),
            TouchTarget(.apply(control: control), area: touchAreas[1]),
        ]
    }

    // MARK: Drawing

    /// Draws the parts that do not change while the value is pending.
    func drawLayer(into sketch: inout Sketch) {
        sketch.dashedFrame(
            frame, radius: max(0, measures.cardRadius - measures.focusStroke), width: measures.stroke,
            dash: measures.pixels(1.2), gap: measures.pixels(0.9), sketch.theme.hand)
        let radius = min(measures.radius, (revert ?? plate).height / 3)
        guard let revert, let apply else { return sketch.fill(plate, radius: radius, sketch.theme.hand) }
        sketch.plate(revert, radius: radius, sketch.theme.cell, edge: measures.stroke, sketch.theme.hand)
        sketch.fill(apply, radius: radius, sketch.theme.hand)
    }

    /// Draws the texts. `now` is the value that is still applied, with its unit, and `digits` is the same value without
    /// the unit.
    func drawMoving(
        now: String, digits: String? = nil, wait: String?, _ typeface: Typeface, into sketch: inout Sketch
    ) {
        let theme = sketch.theme
        guard let revert, let apply else {
            let words = isPressed ? "press to set" : "not set"
            let todo = wait.map { "\(words) · \($0)" } ?? words
            return drawWords("now \(now)", todo, typeface, into: &sketch)
        }
        // In a narrow half the word "now" is omitted: below the word "Revert" the value is clearly the applied one. If
        // the text is still too wide, the unit is omitted, since the pending value above the plate shows the unit.
        let room = revert.width - measures.innerGap
        let (usual, least) = (
            typeface.font(capital: measures.label), typeface.font(capital: measures.label * Measures.leastLabel)
        )
        let isWide = usual.width(of: "now \(now)") <= room
        let value = isWide ? "now \(now)" : least.width(of: now) <= room ? now : digits ?? now
        draw(["Revert", value], in: revert, typeface, theme.text, into: &sketch)
        // The text is "5 s left", not "Apply 5 s": after 5 s the pending value is dropped, not applied.
        let left = wait.map { "\($0) left" }.flatMap { least.width(of: $0) <= room ? $0 : nil }
        draw(["Apply", left ?? ""], in: apply, typeface, theme.onHand, into: &sketch)
    }

    /// Draws both texts in one line if they fit with a gap, else in two lines if these fit, else only the applied
    /// value.
    private func drawWords(_ now: String, _ todo: String, _ typeface: Typeface, into sketch: inout Sketch) {
        let capital = min(measures.label, plate.height * 0.56)
        let (bold, plain) = (
            typeface.font(capital: capital, weight: .bold), typeface.font(capital: capital, weight: .regular)
        )
        let box = plate.inset(left: measures.innerGap, right: measures.innerGap)
        let color = sketch.theme.onHand
        let baseline = plate.midY + bold.capHeight / 2
        if bold.width(of: now) + plain.width(of: todo) + bold.pixels <= box.width {
            sketch.add(now, bold, at: Point(x: box.minX, y: baseline), color)
            sketch.add(todo, plain, at: Point(x: box.maxX, y: baseline), alignment: .end, color)
        } else {
            draw([todo, now], in: plate, typeface, color, into: &sketch)
        }
    }

    /// Draws lines one below the other, the first one bold. If the lines do not all fit at a readable size, an
    /// undivided plate shows only the last line, and a half shows only the first line.
    private func draw(_ lines: [String], in box: Rect, _ typeface: Typeface, _ color: Color, into sketch: inout Sketch)
    {
        var lines = lines.filter { !$0.isEmpty }
        let least = typeface.font(capital: measures.label * Measures.leastLabel, weight: .bold)
        // In a half, the name of the action is more important than the value, which is left out if the name would be
        // cut.
        let isCut = box != plate && lines.first.map { least.width(of: $0) > box.width - measures.innerGap } ?? false
        if lines.count > 1, isCut || box.height < measures.pixels(PendingPlate.twoLines) {
            lines = box == plate ? lines.suffix(1) : Array(lines.prefix(1))
        }
        let margin = lines.count > 1 ? box.height * 0.06 : 0
        let inside = box.inset(
            left: measures.innerGap / 2, top: margin, right: measures.innerGap / 2, bottom: margin)
        let line = inside.height / Double(lines.count)
        for (number, words) in lines.enumerated() {
            let row = Rect(
                x: inside.minX, y: inside.minY + line * Double(number), width: inside.width, height: line)
            draw(words, in: row, typeface, number == 0 && lines.count > 1 ? .bold : .regular, color, into: &sketch)
        }
    }

    /// The minimum height of a plate with readable words, in millimetres.
    static let leastLine = 3.5

    /// The minimum height for two lines, in millimetres.
    private static let twoLines = 6.4

    private func draw(
        _ words: String, in row: Rect, _ typeface: Typeface, _ weight: FontWeight, _ color: Color,
        into sketch: inout Sketch
    ) {
        let capital = min(measures.label, row.height * 0.62)
        var font = typeface.font(capital: capital, weight: weight)
        // Widths are rounded to pixels, so the words may still be too wide at the first smaller size.
        while font.width(of: words) > row.width {
            let smaller = typeface.font(
                capital: font.capHeight * row.width / font.width(of: words) * 0.99, weight: weight)
            guard smaller.pixels < font.pixels else { break }
            font = smaller
        }
        // A bitmap font cannot be made smaller than its smallest size, so the words may still be too wide. Then they
        // are shortened. But words with a number are left out, since part of a number would be a wrong number.
        let isWhole = font.width(of: words) <= row.width
        guard isWhole || !words.contains(where: \.isNumber) else { return }
        sketch.add(
            isWhole ? words : font.shortened(words, to: row.width), font,
            at: Point(x: row.midX, y: row.midY + font.capHeight / 2), alignment: .middle, color)
    }
}

extension Sketch {
    /// A frame of dashes along the edges of a rectangle. The corners of the frame stay open.
    mutating func dashedFrame(
        _ rect: Rect, radius: Double, width: Double, dash: Double, gap: Double, _ color: Color
    ) {
        let inside = rect.inset(by: width / 2)
        dashes(inside.width - 2 * radius, dash: dash, gap: gap, width: width) { start, end in
            let (left, right) = (inside.minX + radius + start, inside.minX + radius + end)
            line(from: Point(x: left, y: inside.minY), to: Point(x: right, y: inside.minY), width: width, color)
            line(from: Point(x: left, y: inside.maxY), to: Point(x: right, y: inside.maxY), width: width, color)
        }
        dashes(inside.height - 2 * radius, dash: dash, gap: gap, width: width) { start, end in
            let (top, bottom) = (inside.minY + radius + start, inside.minY + radius + end)
            line(from: Point(x: inside.minX, y: top), to: Point(x: inside.minX, y: bottom), width: width, color)
            line(from: Point(x: inside.maxX, y: top), to: Point(x: inside.maxX, y: bottom), width: width, color)
        }
    }

    /// Calls `body` with the start and the end of each dash of one edge. The dashes are evenly spaced, and reach both
    /// ends of the edge. A dash is drawn as a capsule, whose round caps extend it by half of `width` at each end.
    private func dashes(
        _ length: Double, dash: Double, gap: Double, width: Double, _ body: (Double, Double) -> Void
    ) {
        guard length > dash, dash > width else { return }
        let count = max(1, ((length + gap) / (dash + gap)).rounded())
        let step = count > 1 ? (length - dash) / (count - 1) : 0
        for number in 0..<Int(count) {
            let start = Double(number) * step
            body(start + width / 2, start + dash - width / 2)
        }
    }
}
