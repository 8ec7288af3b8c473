import WheelCanvas
import WheelCore
import WheelModel
import WheelScene

/// What is too small to read on the displays of a configuration, determined before any screen is opened.
public enum LegibilitySurvey {
    /// `page` is `nil` if the display shows all controls.
    public struct Finding: Equatable, Sendable {
        public let control: String
        public let page: String?
        /// The problem and its remedy.
        public let message: String
    }

    public static func look(at settings: Settings) -> [Finding] {
        settings.displays.indices.flatMap { look(at: settings, display: $0) }
    }

    private static func look(at settings: Settings, display index: Int) -> [Finding] {
        let display = settings.displays[index]
        guard let size = picture(of: display) else { return [] }
        let theme = Theme.named(display.theme)
        let measures = Measures(picture: size, configured: display.millimetres, distance: display.distance)
            .drawn(in: theme, size)
        // A missing font is reported elsewhere.
        guard let typeface = try? FontFile.typeface(display.font, for: theme) else { return [] }
        let across = Int((size.width / measures.density).rounded())
        let down = Int((size.height / measures.density).rounded())
        let isKnown = display.millimetres != nil
        let room = isKnown ? "\(across) × \(down) mm" : "\(across) × \(down) mm, unless size_mm says otherwise"
        let pictureSettings = PictureSettings(settings, display: index, inCells: false)
        return SmallValue.all(pictureSettings, size: size, measures, typeface: typeface).map { value in
            let control = settings.panel.controls[value.control].name
            let page = value.page.map { settings.panel.pages[$0].name }
            let place = page.map { "on the page \"\($0)\" of" } ?? "on"
            let (what, remedy) =
                switch value.part {
                case .digits: ("the digits of \"\(control)\" are", ", or fewer digits")
                case .label: ("the label of \"\(control)\" is", ", or a shorter label")
                case .word: ("the chosen word of \"\(control)\" is", "")
                case .longWord: ("the longest word of \"\(control)\" is", ", or shorter words")
                case .plate: ("what applies a value of \"\(control)\" is", "")
                }
            let they = value.part == .digits ? "they are" : "it is"
            // A small picture with two colours shows one control, and has no cells that could be larger.
            let cell =
                measures.showsOneControl
                ? "give it fewer digits" : "give it a larger cell with grid, columns or rows\(remedy)"
            return Finding(
                control: control, page: page,
                message: """
                    \(what) \(tenths(value.height)) mm high \(place) the display "\(display.name)" (\(room)), and below \
                    \(tenths(value.least)) mm \(they) hard to read: \(cell)
                    """)
        }
    }

    /// The size of a display's picture in pixels; `nil` without a picture. The resolution of a screen is not known
    /// before the screen is opened. An assumed resolution suffices, because values have the same size in millimetres at
    /// any resolution.
    private static func picture(of display: DisplaySettings) -> Size? {
        switch display.output {
        case .none: return nil
        case .remote(let width, let height): return Size(width: Double(width), height: Double(height))
        case .automatic, .drm, .connector, .fbdev:
            guard let size = display.millimetres else {
                return display.rotation.turned(Size(width: 800, height: 480))
            }
            let pixels = 800 / max(size.width, size.height)
            return Size(width: (size.width * pixels).rounded(), height: (size.height * pixels).rounded())
        }
    }

    private static func tenths(_ millimetres: Double) -> String {
        let tenths = Int((millimetres * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
