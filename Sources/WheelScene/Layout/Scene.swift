import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

/// How one control is drawn and touched, laid out in the control's cell.
///
/// A layout depends on the settings and the cell alone. A new scene needs a case of `SceneKind`, a type that conforms to
/// `NumberScene` with its drawing, and a case in `ControlSettings.numberScene`.
protocol Scene: Sendable {
    var textPlaces: TextPlaces { get }
    /// Draws the parts that stay while the value changes, except the title and the speed's name.
    func drawLayer(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch)
    /// Draws the parts that follow the value, except the value's text.
    func drawMoving(_ figure: Figure, into sketch: inout Sketch)
    /// The areas that react to fingers. A later target lies above an earlier one.
    func targets(of control: Int, in cell: Rect, _ state: SceneState) -> [TouchTarget]
    /// Whether fingers choose single seats at this zoom. The targets change when this does.
    func touchesSeats(zoom: Double) -> Bool
    /// The labels of the positions; `nil` if the scene does not show any.
    func captions(_ settings: ControlSettings, _ typeface: Typeface) -> CaptionTexts?
}

extension Scene {
    func touchesSeats(zoom: Double) -> Bool { false }
    func captions(_ settings: ControlSettings, _ typeface: Typeface) -> CaptionTexts? { nil }
}

/// A scene of a control that has a number.
protocol NumberScene: Scene {
    /// The proportions of a cell that the scene fills.
    static func aspect(of number: NumberSettings) -> Size
    init(_ settings: ControlSettings, _ number: NumberSettings, in cell: Rect)
}

extension NumberScene {
    static func aspect(of number: NumberSettings) -> Size { Size(width: 400, height: 400) }
}

extension ControlSettings {
    /// The scene that the configuration names, or the usual one for such a number.
    private func numberScene(_ number: NumberSettings) -> any NumberScene.Type {
        switch scene {
        case .angle: AngleLayout.self
        case .wheel: WheelLayout.self
        case .rotor: RotorLayout.self
        // Positions need a control that has some.
        case nil, .positions, .selector, .digits, .readout:
            if number.wraps {
                RotorLayout.self
            } else if number.unit == "°" && number.range.isFinite {
                AngleLayout.self
            } else {
                WheelLayout.self
            }
        }
    }

    /// The proportions of a cell that the control's scene fills.
    var aspect: Size {
        number.map { numberScene($0).aspect(of: $0) } ?? SeatLayout.aspect
    }

    func scene(in cell: Rect) -> any Scene {
        switch quantity {
        case .float(let number), .int(let number): numberScene(number).init(self, number, in: cell)
        case .choice(let positions), .selection(let positions): SeatLayout(self, positions, in: cell)
        }
    }
}
