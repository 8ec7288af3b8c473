import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

/// The place of a value, with plates for − and + beside it where they fit.
struct ValueRow: Equatable, Sendable {
    private(set) var value: ValuePlace
    /// The plates for − and +; `nil` if the row has no plates.
    private(set) var down: Rect?
    private(set) var up: Rect?
    /// The room for the value, from which the common line of a row of cards is computed.
    private(set) var lineBox: Rect

    /// Lays out the value in `box`. The plates are beside the value if the value stays large enough between them.
    /// Otherwise the plates are below the value, at the lower end of `whole`, if they fit there. `whole` is the scene's
    /// box. `box` is a part of it if the cards of a row share a line for their values.
    init(_ box: Rect, whole: Rect? = nil, _ settings: ControlSettings, _ room: SceneRoom, capital: Double? = nil) {
        let whole = whole ?? box
        let measures = room.measures
        let target = measures.target
        let capital = min(capital ?? room.valueCapital, box.height / 1.25)
        let gap = measures.innerGap
        value = ValuePlace(box: box, capital: capital, baseline: room.line?.baseline)
        lineBox = box
        guard room.hasSteppers, box.width >= 3 * target, whole.height >= target else { return }
        let width = min(max(target, box.width * 0.24), target * 1.4).rounded()
        let between = box.inset(left: width + gap, right: width + gap)
        let wanted = max(measures.leastValue, capital * 0.8)
        if box.height >= target, ValueWidth(settings).pixels(at: wanted, measures) <= between.width {
            self = ValueRow(
                ValuePlace(box: between, capital: capital, baseline: value.baseline), platesIn: box,
                at: box.midY - target / 2, width, target)
        } else if whole.height >= target + gap + SceneRoom.line(wanted) {
            let above = whole.inset(bottom: target + gap)
            let shared = room.line == nil ? above : box.inset(bottom: max(0, box.maxY - above.maxY))
            let place = ValuePlace(
                box: shared, capital: min(capital, shared.height / 1.25), baseline: room.line?.baseline)
            self = ValueRow(place, platesIn: whole, at: whole.maxY - target, ((box.width - gap) / 2).rounded(), target)
            lineBox = above
        }
    }

    /// A row with plates at the left and the right end of `box`.
    private init(_ value: ValuePlace, platesIn box: Rect, at top: Double, _ width: Double, _ height: Double) {
        self.value = value
        lineBox = box
        down = Rect(x: box.minX.rounded(), y: top.rounded(), width: width, height: height)
        up = Rect(x: box.maxX.rounded() - width, y: top.rounded(), width: width, height: height)
    }

    /// The upper end of the value or of the plates, whichever is higher.
    var top: Double { min(value.top, down?.minY ?? .infinity) }

    /// Draws the plates. A locked control has no plates.
    func drawSteppers(isLocked: Bool, _ measures: Measures, into sketch: inout Sketch) {
        guard !isLocked else { return }
        for (rect, isPlus) in [(down, false), (up, true)] {
            guard let rect else { continue }
            let theme = sketch.theme
            if theme.isMono {
                sketch.frame(rect, width: 1, theme.outline)
            } else {
                // The plates look like chips, whose outline shows that they can be touched.
                sketch.plate(
                    rect, radius: min(measures.radius, rect.height / 4), theme.raised, edge: measures.hairline,
                    theme.outline)
            }
            let (middle, arm) = (Point(x: rect.midX.rounded(), y: rect.midY.rounded()), measures.pixels(1.5).rounded())
            let width = measures.stroke + 1
            sketch.fill(
                Rect(x: middle.x - arm, y: middle.y - width / 2, width: 2 * arm, height: width), theme.text)
            guard isPlus else { continue }
            sketch.fill(
                Rect(x: middle.x - width / 2, y: middle.y - arm, width: width, height: 2 * arm), theme.text)
        }
    }

    func targets(of control: Int) -> [TouchTarget] {
        var targets: [TouchTarget] = []
        if let down { targets.append(TouchTarget(.stepper(control: control, .down), area: down)) }
        if let up { targets.append(TouchTarget(.stepper(control: control, .up), area: up)) }
        return targets
    }
}
