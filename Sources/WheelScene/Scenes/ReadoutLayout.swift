import WheelCore
import WheelModel
import WheelTouch

/// The layout of the readout scene: the value alone, and nothing that looks as if it could be touched.
struct ReadoutLayout: NumberScene {
    let value: ValuePlace?
    let line: ValueLine?
    let headroom: Double

    init(_ settings: ControlSettings, _ number: NumberSettings, in room: SceneRoom) { self.init(in: room) }

    init(_ value: ValuePlace) {
        self.value = value
        (line, headroom) = (nil, 0)
    }

    init(in room: SceneRoom) {
        let (body, measures) = (room.body, room.measures)
        let isAlone = body.width >= measures.pixels(76) && body.height >= measures.pixels(40)
        let aim = isAlone ? measures.digits : min(measures.largeValue, body.height * 0.42)
        let box = room.valueBox(body)
        let most = min(max(aim, room.valueCapital), box.height / 1.25)
        // In a row with cards of other scenes, the value is no larger than the values of these cards.
        let place = ValuePlace(
            box: box, capital: min(most, room.line?.capital ?? most), baseline: room.line?.baseline)
        (value, headroom) = (place, place.top - body.minY)
        line = ValueLine(.middle, box, capital: most)
    }

    func drawLayer(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {}
    func drawMoving(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {}
    func targets(of control: Int, _ state: SceneState) -> [TouchTarget] { [] }
}
