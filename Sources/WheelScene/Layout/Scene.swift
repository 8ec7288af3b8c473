import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

/// How one control is drawn and touched, laid out in the control's cell.
///
/// A layout depends on the settings and the room alone. A new scene needs a case of `SceneKind`, a type that conforms to
/// `NumberScene` with its drawing, and a case in `ControlSettings.numberScene`.
protocol Scene: Sendable {
    /// The place of the value's text; `nil` if the scene draws it itself.
    var value: ValuePlace? { get }
    /// Draws the parts that stay while the value changes. The card and the label's row are not the scene's.
    func drawLayer(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch)
    /// Draws the parts that follow the value, except the value's text.
    func drawMoving(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch)
    /// The areas that react to fingers. A later target lies above an earlier one.
    func targets(of control: Int, _ state: SceneState) -> [TouchTarget]
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
    init(_ settings: ControlSettings, _ number: NumberSettings, in room: CellRoom)
}

extension ControlSettings {
    /// The scene that the configuration names, or the usual one for such a number.
    private func numberScene(_ number: NumberSettings) -> any NumberScene.Type {
        switch scene {
        case .angle: return AngleLayout.self
        case .wheel: return WheelLayout.self
        case .rotor: return RotorLayout.self
        case .readout: return ReadoutLayout.self
        case .digits: return DigitsLayout.self
        // Positions need a control that has some.
        case nil, .positions, .selector: break
        }
        if !movedByHands { return ReadoutLayout.self }
        if number.wraps { return RotorLayout.self }
        if number.unit == "°" && number.range.isFinite { return AngleLayout.self }
        return number.isCounter(isInteger: kind == .int) ? DigitsLayout.self : WheelLayout.self
    }

    func scene(in room: CellRoom) -> any Scene {
        switch quantity {
        case .float(let number), .int(let number): numberScene(number).init(self, number, in: room)
        case .choice(let positions), .selection(let positions): positionScene(positions, in: room)
        }
    }

    /// Seats where `layout` asks for them and for large selections, otherwise a selector.
    private func positionScene(_ positions: PositionSettings, in room: CellRoom) -> any Scene {
        let isLarge = kind == .selection && positions.positions.count > ControlSettings.mostChips
        switch scene {
        case .selector: return SelectorLayout(self, positions, in: room)
        case .positions: return SeatLayout(self, positions, in: room)
        case .readout: return ReadoutLayout(in: room)
        // The other scenes need a control that has a number.
        case nil, .angle, .wheel, .rotor, .digits: break
        }
        if !movedByHands { return ReadoutLayout(in: room) }
        return positions.layout != nil || isLarge
            ? SeatLayout(self, positions, in: room) : SelectorLayout(self, positions, in: room)
    }

    /// A selection with more positions is a hall of seats.
    static let mostChips = 24
}
