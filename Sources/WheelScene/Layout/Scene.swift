import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

/// How one control is drawn and touched, laid out in the control's cell.
///
/// A layout depends on the settings and the room alone. A new scene needs a case of `SceneKind`, a type that conforms
/// to `NumberScene` with its drawing, and a case in `ControlSettings.numberScene`.
protocol Scene: Sendable {
    /// The place of the value's text; `nil` if the scene draws the value itself.
    var value: ValuePlace? { get }
    /// The line that the scene would choose for its value; `nil` if the value is not aligned with the values of other
    /// cards.
    var line: ValueLine? { get }
    /// The free height between the label's row and the uppermost part of the scene.
    var headroom: Double { get }
    /// Draws the parts that stay the same while the value changes. With `layerFollowsChoice` these parts may depend on
    /// which positions are chosen. The card and the label's row are drawn elsewhere.
    func drawLayer(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch)
    /// Whether the layer, or the text beside the label, shows which positions are chosen.
    var layerFollowsChoice: Bool { get }
    /// Draws the parts that follow the value, except the value's text.
    func drawMoving(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch)
    /// The areas that react to fingers. A later target lies above an earlier one.
    func targets(of control: Int, _ state: SceneState) -> [TouchTarget]
    /// Whether fingers choose single positions of a chart at this zoom. The targets change when this result changes.
    func touchesSeats(zoom: Double) -> Bool
    /// The labels of the positions; `nil` if the scene does not show any.
    func captions(_ settings: ControlSettings, _ typeface: Typeface) -> CaptionTexts?
    /// The scene reduced to its value, and the lower end of the value. The plate of a pending value may cover
    /// everything below this end. `nil` if the plate must not cover parts of the scene.
    var valueAlone: (scene: any Scene, bottom: Double)? { get }
}

extension Scene {
    var layerFollowsChoice: Bool { false }
    var line: ValueLine? { nil }
    var headroom: Double { 0 }
    var valueAlone: (scene: any Scene, bottom: Double)? { nil }
    func touchesSeats(zoom: Double) -> Bool { false }
    func captions(_ settings: ControlSettings, _ typeface: Typeface) -> CaptionTexts? { nil }
}

/// A scene of a control that has a number.
protocol NumberScene: Scene {
    init(_ settings: ControlSettings, _ number: NumberSettings, in room: SceneRoom)
}

extension ControlSettings {
    func scene(in room: SceneRoom) -> any Scene {
        switch quantity {
        case .float(let number), .int(let number): numberScene.init(self, number, in: room)
        case .choice(let positions), .selection(let positions): positionScene(positions, in: room)
        }
    }

    var numberScene: any NumberScene.Type {
        switch drawnScene {
        case .angle: AngleLayout.self
        case .rotor: RotorLayout.self
        case .digits: DigitsLayout.self
        case .readout: ReadoutLayout.self
        // `positions` and `selector` need a control that has positions, so a number is drawn as a wheel.
        case .wheel, .positions, .selector: WheelLayout.self
        }
    }

    private func positionScene(_ positions: PositionSettings, in room: SceneRoom) -> any Scene {
        switch drawnScene {
        case .positions: SeatLayout(self, positions, in: room)
        case .readout: ReadoutLayout(in: room)
        // `angle`, `wheel`, `rotor` and `digits` need a control that has a number, so positions are drawn as a
        // selector.
        case .selector, .angle, .wheel, .rotor, .digits: SelectorLayout(self, positions, in: room)
        }
    }
}
