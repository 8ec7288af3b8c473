import ModelTestSupport
import TestSupport
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// An instrument, a stage that shows it, and the pixels of its picture.
final class Studio {
    let pictureSettings: PictureSettings
    var panel: Panel
    let stage: Stage
    let pixels: PixelBuffer
    let size: Size
    var damage = DamageRegion()
    var time = Instant(microseconds: 1_000_000)
    private let bitmap: Bitmap
    private var changes = Changes()

    init(
        _ settings: PanelSettings, width: Int, height: Int, format: PixelFormat = .xrgb8888, theme: Theme = .dark,
        motion: DisplayMotion = .full, corner: Double? = nil
    ) throws {
        pictureSettings = PictureSettings(settings, corner: corner)
        panel = Panel(settings)
        let typeface = try Typeface.of(theme)
        stage = Stage(typeface: typeface, theme: theme, motion: motion, width: width, height: height)
        bitmap = Bitmap(width: width, height: height, format: format)
        pixels = bitmap.pixels
        size = Size(width: Double(width), height: Double(height))
    }

    var theme: Theme { stage.theme }

    /// The name in a test's messages.
    var name: String { "\(stage.width)×\(stage.height)" }

    var state: SceneState { SceneState(pictureSettings, panel, at: time) }

    func set(_ control: Int, _ value: GivenValue) {
        _ = try? panel.set([(control, value)], by: .client(0), at: time, into: &changes)
    }

    func speed(_ control: Int, _ name: String) {
        panel.changeSpeed(of: control, to: .named(name), at: time, into: &changes)
    }

    /// Shows the panel's state after all motion has ended.
    func draw(_ change: (inout SceneState) -> Void = { _ in }) {
        var state = state
        change(&state)
        stage.show(state, at: time)
        time = time + .seconds(1)
        stage.draw(at: time, into: pixels, damage: &damage)
    }

    func layout(_ view: SceneView = .all, focus: Int? = nil) -> PageLayout {
        var state = state
        state.focus = focus
        return PageLayout(pictureSettings, view, size: size) { $0.screen(of: state) }
    }
}

/// Studios of random sizes and themes. Each is used a few times, because drawing a picture in full is slow.
struct Gallery {
    private let format: PixelFormat
    private let settings: (inout SeededGenerator) -> PanelSettings
    private var current: Studio?

    init(_ format: PixelFormat, _ settings: @escaping (inout SeededGenerator) -> PanelSettings) {
        self.format = format
        self.settings = settings
    }

    /// `nil` without a font.
    mutating func studio(_ random: inout SeededGenerator) -> Studio? {
        if let current, !random.once(in: 5) { return current }
        let (width, height) = random.pictureSize
        current = try? Studio(
            settings(&random), width: width, height: height, format: format,
            theme: random.pick([Theme.dark, .light]))
        return current
    }
}

extension Typeface {
    static func of(_ theme: Theme) throws -> Typeface {
        try theme.isMono ? Typeface(FontFamily.sharp, isSharp: true) : Typeface()
    }
}

extension InputSettings {
    /// A touchscreen over the first display.
    static let touch = InputSettings(name: "screen", source: .touch(TouchSettings()), controls: [0])
}

extension ControlSettings {
    static func ranged(
        _ name: String, _ range: ValueRange, unit: String? = nil, wraps: Bool = false,
        scene: SceneKind? = nil, orientation: WheelOrientation = .auto
    ) -> ControlSettings {
        ControlSettings(
            name: name,
            quantity: .float(NumberSettings(range: range, wraps: wraps, unit: unit, orientation: orientation)),
            scene: scene)
    }

    static func ranged(
        _ range: ValueRange, unit: String? = nil, wraps: Bool = false, orientation: WheelOrientation = .auto
    ) -> ControlSettings {
        ranged("value", range, unit: unit, wraps: wraps, orientation: orientation)
    }
}

/// The largest tolerated distance in pixels between a drawing and its formula.
func tolerance(_ format: PixelFormat) -> Double {
    format.bytesPerPixel == 2 ? 1 : 0.75
}

extension SeededGenerator {
    /// Random sizes: mostly small, because there are hundreds of pictures, with some large, wide and tall ones.
    var pictureSize: (width: Int, height: Int) {
        mutating get {
            switch int(in: 0...19) {
            case 0: (int(in: 500...900), int(in: 400...600))
            case 1...3: (int(in: 260...300), int(in: 400...480))
            case 4...7: (int(in: 400...480), int(in: 240...280))
            default: (int(in: 240...340), int(in: 240...340))
            }
        }
    }
}
