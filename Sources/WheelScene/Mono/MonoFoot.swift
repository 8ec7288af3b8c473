import WheelCanvas
import WheelCore
import WheelModel

/// The part below the value on a small screen with one bit per pixel: a level bar, or a field for each position.
struct MonoFoot {
    private let rect: Rect
    private let origin: Double
    private let wraps: Bool
    private let isLevel: Bool
    private let positions: Int
    private let hasCursor: Bool

    /// A counter has marks under its digits instead of a level bar.
    init(_ settings: ControlSettings, _ rect: Rect, isCounter: Bool, hasCursor: Bool) {
        self.rect = rect
        self.hasCursor = hasCursor
        let number = settings.number
        isLevel = !isCounter && number?.range.isFinite ?? false
        wraps = number?.wraps ?? false
        origin = number.map { WheelLayout.originPosition(settings, $0) } ?? 0
        let count = settings.positions?.positions.count ?? 0
        // A field is at least two pixels wide, and gaps are one pixel wide. If the fields do not all fit, none is
        // drawn.
        positions = Double(count) * 3 <= rect.width - 4 ? count : 0
    }

    func drawLayer(into sketch: inout Sketch) {
        if isLevel || positions > 0 { sketch.frame(rect, width: 1, sketch.theme.outline) }
    }

    /// Fills the level bar from `origin` to the value, or fills the fields of the chosen positions.
    func drawMoving(_ figure: Figure, into sketch: inout Sketch) {
        let state = figure.state
        let inside = rect.inset(by: 2)
        guard state.hasValue else { return }
        if positions > 0 {
            for position in 0..<positions where figure.isChosen(position) {
                sketch.fill(field(position), sketch.theme.accent)
            }
            guard hasCursor, figure.settings.kind == .selection else { return }
            let field = field(min(max(Int(state.number), 0), positions - 1))
            sketch.fill(Rect(x: field.minX, y: rect.minY - 2, width: field.width, height: 2), sketch.theme.hand)
        } else if isLevel, let position = figure.pose.position {
            let share = min(max(position.inFirstTurn(wraps: wraps), 0), 1)
            let (low, high) = (min(origin, share), max(origin, share))
            let (left, right) = ((inside.width * low).rounded(), (inside.width * high).rounded())
            sketch.fill(
                Rect(x: inside.minX + left, y: inside.minY, width: right - left, height: inside.height),
                sketch.theme.accent)
        }
    }

    private func field(_ position: Int) -> Rect {
        let inside = rect.inset(by: 2)
        func edge(_ number: Int) -> Double {
            inside.minX + ((inside.width + 1) * Double(number) / Double(positions)).rounded()
        }
        return Rect(
            x: edge(position), y: inside.minY, width: edge(position + 1) - edge(position) - 1, height: inside.height)
    }
}
