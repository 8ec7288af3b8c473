import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

/// The scene of one control, laid out in its cell.
enum CellScene: Sendable {
    case angle(AngleLayout)
    case wheel(WheelLayout)
    case rotor(RotorLayout)
    case positions(SeatLayout)

    init(_ settings: ControlSettings, in cell: Rect) {
        switch settings.quantity {
        case .float(let number), .int(let number):
            switch settings.sceneKind {
            case .angle: self = .angle(AngleLayout(settings, number, in: cell))
            case .rotor: self = .rotor(RotorLayout(settings, number, in: cell))
            case .wheel, .positions: self = .wheel(WheelLayout(settings, number, in: cell))
            }
        case .choice(let positions), .selection(let positions):
            self = .positions(SeatLayout(settings, positions, in: cell))
        }
    }

    var textPlaces: TextPlaces {
        switch self {
        case .angle(let layout): layout.textPlaces
        case .wheel(let layout): layout.textPlaces
        case .rotor(let layout): layout.textPlaces
        case .positions(let layout): layout.textPlaces
        }
    }

    /// What stays while the value changes.
    func drawLayer(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        texts.drawTitle(into: &sketch)
        texts.drawSpeed(figure, into: &sketch)
        switch self {
        case .angle(let layout): layout.drawLayer(isLocked: figure.isLocked, into: &sketch)
        case .rotor(let layout): layout.drawLayer(isLocked: figure.isLocked, into: &sketch)
        case .wheel(let layout): layout.drawLayer(isLocked: figure.isLocked, into: &sketch)
        case .positions(let layout):
            if let captions = texts.captions { layout.drawLayer(figure, captions, into: &sketch) }
        }
    }

    /// What follows the value.
    func drawMoving(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        switch self {
        case .angle(let layout): layout.drawMoving(figure, into: &sketch)
        case .wheel(let layout): layout.drawMoving(figure, into: &sketch)
        case .rotor(let layout): layout.drawMoving(figure, into: &sketch)
        case .positions(let layout): layout.drawMoving(figure, into: &sketch)
        }
        texts.value.draw(figure.state, figure.settings, into: &sketch, sketch.theme.foreground)
    }
}
