import WheelGeometry
import WheelModel
import WheelSettings

/// The layout of the readout scene: the value alone. Nothing looks as if it could be touched.
struct ReadoutLayout: NumberScene {
    let value: ValuePlace?

    init(_ settings: ControlSettings, _ number: NumberSettings, in room: CellRoom) { self.init(in: room) }

    init(_ value: ValuePlace) { self.value = value }

    init(in room: CellRoom) {
        value = ValuePlace(box: room.body, capital: min(room.valueCapital, room.body.height / 1.25))
    }

    func drawLayer(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {}
    func drawMoving(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {}
    func targets(of control: Int, _ state: SceneState) -> [TouchTarget] { [] }
}
