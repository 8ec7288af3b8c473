// Draws a scene of the instrument many times, each time with another value, and prints the cost of a frame from the
// state to the pixels, one line `MICROSECONDS PIXELS`: the median of the frames' times and the mean of the pixels
// written.
//
// usage: bench-scenes angle|wheel|rotor|ring|rows|bank xrgb8888|rgb565 FRAMES [PICTURE.png]
import Glibc
import WheelCanvas
import WheelGeometry
import WheelModel
import WheelScene
import WheelSettings

let panelSettings = PanelSettings(controls: [
    number("angle", ValueRange(0, 90), unit: "°", scene: .angle),
    number("wheel", ValueRange(0, 30), unit: "MHz", scene: .wheel),
    number("rotor", ValueRange(0, 360), unit: "°", scene: .rotor),
    choice("ring", of: 16, .arc),
    choice("rows", of: 300, .rows),
])
let names = panelSettings.controls.map(\.name) + ["bank"]
let arguments = CommandLine.arguments
guard arguments.count >= 4, let scene = names.firstIndex(of: arguments[1]),
    let format = ["xrgb8888": PixelFormat.xrgb8888, "rgb565": .rgb565][arguments[2]], let frames = Int(arguments[3]),
    frames > 1
else {
    print("usage: bench-scenes \(names.joined(separator: "|")) xrgb8888|rgb565 FRAMES [PICTURE.png]")
    exit(2)
}

do throws(CanvasError) {
    let bitmap = measure(try Typeface())
    if arguments.count > 4 { try bitmap.pixels.writePNG(to: arguments[4]) }
} catch {
    print(error)
    exit(1)
}

func number(_ name: String, _ range: ValueRange, unit: String, scene: SceneKind) -> ControlSettings {
    ControlSettings(name: name, quantity: .float(NumberSettings(range: range, unit: unit)), scene: scene)
}

func choice(_ name: String, of count: Int, _ layout: PositionLayout) -> ControlSettings {
    let positions = (1...count).map { Position(name: "\($0)", label: "\($0)") }
    return ControlSettings(name: name, quantity: .choice(PositionSettings(positions: positions, layout: layout)))
}

func measure(_ typeface: Typeface) -> Bitmap {
    let bitmap = Bitmap(width: 800, height: 480, format: format)
    let stage = Stage(typeface: typeface, theme: .dark, width: 800, height: 480)
    let instrument = Instrument(panelSettings)
    var (panel, changes, damage) = (Panel(panelSettings), Moment(), DamageRegion())
    var times: [Double] = []
    var pixels = 0
    // In a bank the wheel moves.
    let control = scene < panelSettings.controls.count ? scene : 1
    for frame in 0..<frames {
        let time = Instant(microseconds: Int64(frame) * 1_000_000)
        _ = try? panel.set([(control, value(of: control, at: frame))], by: .client(0), at: time, into: &changes)
        var state = SceneState(instrument, panel, at: time)
        state.view = scene == control ? .control(control) : .all
        stage.show(state, at: time)
        let start = now()
        // After all animations have ended.
        stage.draw(at: time + .milliseconds(900), into: bitmap.pixels, damage: &damage)
        times.append(now() - start)
        if frame > 0 { pixels += damage.pixelCount }
    }
    times.sort()
    print((times[frames / 2] * 100).rounded() / 100, pixels / (frames - 1))
    return bitmap
}

/// From one end to the other in sixty steps, and back.
func value(of control: Int, at frame: Int) -> GivenValue {
    let share = Double(abs(frame % 120 - 60)) / 60
    switch panelSettings.controls[control].quantity {
    case .float(let number), .int(let number): return .number(number.range.lower + number.range.span * share)
    case .choice(let choice), .selection(let choice):
        return .position(Int((Double(choice.positions.count - 1) * share).rounded()))
    }
}

/// In microseconds.
func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}
