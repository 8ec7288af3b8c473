import WheelCanvas
import WheelGeometry
import WheelModel

/// The scene of one control, laid out in its cell.
enum CellScene: Sendable {
    case angle(AngleLayout)
    case wheel(WheelLayout)

    init(_ settings: ControlSettings, in cell: Rect) {
        guard let number = settings.number else { preconditionFailure("not yet") }
        switch settings.sceneKind {
        case .angle: self = .angle(AngleLayout(settings, number, in: cell))
        case .wheel, .rotor, .positions: self = .wheel(WheelLayout(settings, number, in: cell))
        }
    }

    var textPlaces: TextPlaces {
        switch self {
        case .angle(let layout): layout.textPlaces
        case .wheel(let layout): layout.textPlaces
        }
    }

    /// What stays while the value changes.
    func drawLayer(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        texts.drawTitle(into: &sketch)
        switch self {
        case .angle(let layout): layout.drawLayer(into: &sketch)
        case .wheel(let layout):
            layout.drawLayer(into: &sketch)
            texts.drawSpeed(figure.settings.speeds[figure.state.speed].name, into: &sketch)
        }
    }

    /// What follows the value.
    func drawMoving(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        switch self {
        case .angle(let layout): layout.drawMoving(figure, into: &sketch)
        case .wheel(let layout): layout.drawMoving(figure, into: &sketch)
        }
        texts.value.draw(figure.state, figure.settings, into: &sketch, sketch.theme.foreground)
    }
}
