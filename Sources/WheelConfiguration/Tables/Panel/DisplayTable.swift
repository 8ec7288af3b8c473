import WheelCore
import WheelModel

/// `[[display]]`
enum DisplayTable {
    private static let standard = DisplaySettings(name: "main")

    static let name = Key(required: "name", .name, as: "\"main\"", "The name that pages and touchscreens use.")
    static let output = Key(
        "output", .output, default: .automatic,
        "The device: a connector of a graphics card as `\"drm:DSI-1\"`, else `\"drm:/dev/dri/card0\"` or "
            + "`\"fbdev:/dev/fb0\"`. Without a name it is the first that works. "
            + "`auto` is drm, else fbdev, else none. The picture of a `remote` display goes to clients."
    )
    static let size = Key(
        "size", .pictureSize, otherwise: "required if `output` is `\"remote\"`", of: ["remote"],
        "Its width and height in pixels, as `[800, 480]`.")
    static let rotate = Key(
        "rotate", .rotation, default: .none, "How far the picture is rotated clockwise. Touches are rotated with it.")
    static let theme = Key(
        "theme", .word(ThemeName.self), otherwise: "dark; in a terminal what goes with its background",
        "The colours: on a dark or a light ground, or two colours for a screen with one bit per pixel (`mono`).")
    static let millimetres = Key(
        "size_mm", .millimetres, otherwise: "what the screen says, if that is likely; else a guess by its pixels",
        "The width and height of the visible area in millimetres, as `[108, 65]`. The sizes of text and of what a "
            + "finger hits follow from it.")
    static let distance = Key(
        "distance_m", .number(.closed(0.1...10)), otherwise: "0.6; 0.35 for a display whose longer side is under 60 mm",
        "How far the eyes are from it, in metres. The picture's parts grow with it. Characters in a terminal do not.")
    static let motion = Key(
        "motion", .word(DisplayMotion.self), default: standard.motion,
        "Whether pictures glide to a new value or page (`full`), or show it at once (`reduced`). Numbers never glide.")
    static let fps = Key(
        "fps", .whole(1...240), default: standard.framesPerSecond, "The largest number of frames per second.")
    static let blankAfter = Key(
        "blank_after_s", .seconds(.closed(0...31_536_000)), default: standard.blankAfter,
        "The time without a touch, a turn or a button after which the display switches off. 0 means never.")
    static let blanking = Key(
        "blank_by", .word(DisplayBlanking.self), default: standard.blanking,
        "How the display becomes dark: its screen is switched off (`off`), or shows black (`black`), for a screen that does "
            + "not come back from off.")
    static let waking = Key(
        "waking", .word(DisplayWaking.self), default: standard.waking,
        "What lights the dark display and does nothing else: a touch on it (`touch`), also the first detent or press "
            + "(`all`), or nothing (`none`). See [dark displays](displays.md#dark-displays).")
    static let font = Key(
        "font", .text(1...4095), otherwise: "B612",
        "The path of a font file, or the name of a font family. Words with characters that it lacks are drawn in DejaVu "
            + "Sans.")

    static let schema = TableSchema(
        "[[display]]", "A screen. A file without displays has one, `main`, with all defaults.",
        [
            name.row, output.row, size.row, millimetres.row, distance.row, rotate.row, theme.row, motion.row, fps.row,
            blankAfter.row, blanking.row, waking.row, font.row,
        ],
        owner: { $0 == "auto" ? "an auto display" : "a \($0) display" })

    static func readAll(_ tables: [TOMLTable], mistakes: MistakeList) -> [DisplaySettings] {
        var displays: [DisplaySettings] = []
        var named: [String: String] = [:]
        for table in tables {
            guard let display = read(table, mistakes: mistakes) else { continue }
            displays.append(display)
            guard case .connector(let connector) = display.output else { continue }
            if let other = named[connector] {
                let place = table.entries.first { $0.key == output.name }?.node.place ?? table.place
                mistakes.add(place, "the display \(quoted(other)) has the connector \(connector) already")
            }
            named[connector] = display.name
        }
        for index in displays.indices {
            switch displays[index].output {
            case .automatic, .drm: displays[index].namedElsewhere = Set(named.keys)
            case .connector, .fbdev, .terminal, .remote, .none: break
            }
        }
        return displays
    }

    private static func read(_ table: TOMLTable, mistakes: MistakeList) -> DisplaySettings? {
        let reader = TableReader(table: table, schema: schema, mistakes: mistakes)
        let (output, blankAfter, waking) = (reader.read(output), reader.read(blankAfter), reader.read(waking))
        let blanking = reader.read(blanking)
        let theme = reader.read(theme).value
        reader.checkKeys(owner: output.isMistaken ? nil : output.value.word)
        var display = DisplaySettings(
            name: table.name ?? "", output: sized(output.value, reader), rotation: reader.read(rotate).value,
            theme: theme ?? standard.theme, millimetres: reader.read(millimetres).value,
            distance: reader.read(distance).value, motion: reader.read(motion).value,
            framesPerSecond: reader.read(fps).value,
            blankAfter: blankAfter.value, blanking: blanking.value, waking: waking.value,
            font: reader.read(font).value)
        display.isThemeGiven = theme != nil
        display.followsGround = display.output == .terminal && theme == nil
        for (key, isGiven) in [(self.blanking.name, blanking.isGiven), (self.waking.name, waking.isGiven)]
        where isGiven && !blankAfter.isMistaken && blankAfter.value == .zero {
            mistakes.warn(
                reader.keyPlace(key),
                "\(quoted(key)) has no effect without 'blank_after_s': the display never becomes dark")
        }
        warnOfSize(display, reader)
        if display.output == .terminal || display.output.isRemote, display.rotation != .none {
            let what = display.output.isRemote ? "remote display" : "terminal"
            mistakes.warn(reader.keyPlace(rotate.name), "'rotate' has no effect on a \(what)")
            // Touches would otherwise be rotated while the picture is not.
            display.rotation = .none
        }
        return table.name == nil ? nil : display
    }

    /// Measures of the screen that do not fit its picture.
    private static func warnOfSize(_ display: DisplaySettings, _ reader: TableReader) {
        guard let given = display.millimetres else { return }
        let place = reader.keyPlace(millimetres.name)
        if display.output == .terminal {
            return reader.mistakes.warn(
                place, "'size_mm' has no effect on a terminal: the height of its characters gives the measures")
        }
        guard case .remote(let width, let height) = display.output, width > 0, height > 0 else { return }
        // Either may be written upright, as in the layout.
        let pixels = Double(max(width, height)) / Double(min(width, height))
        let glass = max(given.width, given.height) / min(given.width, given.height)
        if max(pixels, glass) / min(pixels, glass) > 1.1 {
            reader.mistakes.warn(
                place,
                "'size_mm' has another aspect than 'size': its pixels would not be square")
        }
    }

    /// The output with the size of a remote display, which is a key of its own.
    private static func sized(_ output: DisplayOutput, _ reader: TableReader) -> DisplayOutput {
        guard output.isRemote else { return output }
        let size = reader.read(size)
        if size.state == .absent, !reader.isMisspelt(Self.size.name) {
            reader.mistakes.add(reader.keyPlace("output"), "a remote display needs 'size', as size = [800, 480]")
        }
        return size.value ?? output
    }
}

extension DisplayOutput {
    /// The word of `output`, without a path.
    fileprivate var word: String {
        switch self {
        case .automatic: "auto"
        case .drm, .connector: "drm"
        case .fbdev: "fbdev"
        case .terminal: "terminal"
        case .remote: "remote"
        case .none: "none"
        }
    }
}

extension ValueType where Value == DisplayRotation {
    static let rotation = ValueType(
        "0, 90, 180 or 270", write: { "\($0.rawValue)" },
        read: { node, subject in
            guard case .integer(let degrees) = node.value else { return subject.mustBe("0, 90, 180 or 270", node) }
            guard let rotation = Int(exactly: degrees).flatMap(DisplayRotation.init(rawValue:)) else {
                return subject.complain(node.place, "must be 0, 90, 180 or 270, not \(degrees)")
            }
            return rotation
        })
}

extension ValueType where Value == DisplayOutput {
    static let output = ValueType(
        "\"auto\", \"drm\", \"fbdev\", \"terminal\", \"remote\" or \"none\"", write: { _ in "\"auto\"" },
        read: { node, subject in
            guard let text = ValueType<String>.text(0...4000).read(node, subject) else { return nil }
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let path = parts.count > 1 ? parts[1] : nil
            switch (parts[0], path) {
            case ("auto", nil): return .automatic
            case ("terminal", nil): return .terminal
            case ("remote", nil): return .remote(width: 0, height: 0)
            case ("none", nil): return DisplayOutput.none
            case ("drm", nil), ("fbdev", nil): return parts[0] == "drm" ? .drm(nil) : .fbdev(nil)
            case ("drm", let path?) where path.hasPrefix("/"): return .drm(path)
            case ("fbdev", let path?) where path.hasPrefix("/"): return .fbdev(path)
            case ("drm", let connector?) where connector.isConnector: return .connector(connector)
            case ("drm", _):
                subject.complain(
                    node.place,
                    "needs a connector or a card's absolute path after the colon, as \"drm:DSI-1\" or "
                        + "\"drm:/dev/dri/card0\", not \(quoted(text, quote: "\""))")
            case ("fbdev", _):
                subject.complain(
                    node.place,
                    "needs a device's absolute path after the colon, as \"fbdev:/dev/fb0\", "
                        + "not \(quoted(text, quote: "\""))")
            default:
                let words = ["auto", "drm:CONNECTOR", "drm:PATH", "fbdev:PATH", "terminal", "remote", "none"].map {
                    quoted($0, quote: "\"")
                }
                subject.complain(node.place, "must be \(alternatives(words)), not \(quoted(text, quote: "\""))")
            }
            return nil
        })
}

extension String {
    /// Whether it can be the kernel's name of a connector, as "HDMI-A-1".
    fileprivate var isConnector: Bool {
        let parts = split(separator: "-", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
        return isPlain && parts.count > 1 && Int(parts[parts.count - 1]) != nil && utf8.count <= 32
    }
}
