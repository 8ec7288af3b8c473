import WheelCore

/// `[[display]]`
enum DisplayTable {
    private static let usual = DisplaySettings(name: "main")

    static let table = Table(
        "[[display]]", "A screen. A file without displays has one, `main`, with all defaults.",
        DisplaySettings(name: ""), of: { $1.isMistaken("output") ? nil : $0.output.word },
        called: { $0 == "auto" ? "an auto display" : "a \($0) display" }
    ) {
        Setting(required: "name", .name, as: "\"main\"", { $0.name = $1 }, "The name that pages and touchscreens use.")
        Setting(
            "output", .output, default: usual.output, { $0.output = $1 },
            "The device: a connector of a graphics card as `\"drm:DSI-1\"`, else `\"drm:/dev/dri/card0\"` or "
                + "`\"fbdev:/dev/fb0\"`. Without a name the first device that works is used. `auto` is drm, else "
                + "fbdev, else none. The picture of a `remote` display is sent to clients.")
        Setting(
            "size", .pictureSize, otherwise: "required if `output` is `\"remote\"`", of: ["remote"], { $0.output = $1 },
            "The width and height in pixels, as `[800, 480]`.")
        Setting(
            "size_mm", .millimetres,
            otherwise: "what the screen reports, if plausible; else an estimate from the number of pixels",
            { $0.millimetres = $1 },
            "The width and height of the visible area in millimetres, as `[108, 65]`. The area determines the sizes of "
                + "text and of touch targets.")
        Setting(
            "distance_m", .number(.closed(0.1...10)),
            otherwise: "0.6; 0.35 for a display whose longer side is under 60 mm", { $0.distance = $1 },
            "How far the eyes are from the display, in metres. The picture's parts grow with this distance."
        )
        Setting(
            "rotate", .rotation, default: usual.rotation, { $0.rotation = $1 },
            "How far the picture is rotated clockwise. Touches are rotated with the picture.")
        Setting(
            "theme", .word(), default: usual.theme,
            { ($0.theme, $0.isThemeGiven) = ($1, true) },
            "The colours: on a dark or a light ground, or two colours for a screen with one bit per pixel (`mono`).")
        Setting(
            "motion", .word(), default: usual.motion, { $0.motion = $1 },
            "Whether pictures glide to a new value or page (`full`), or show the new one at once (`reduced`). Numbers "
                + "never glide.")
        Setting(
            "fps", .whole(1...240), default: usual.framesPerSecond, { $0.framesPerSecond = $1 },
            "The largest number of frames per second.")
        Setting(
            "blank_after_s", .seconds(.closed(0...31_536_000)), default: usual.blankAfter, { $0.blankAfter = $1 },
            "The time without a touch, a turn or a button after which the display switches off. 0 means never.")
        Setting(
            "blank_by", .word(), default: usual.blanking, { $0.blanking = $1 },
            "How the display becomes dark: its screen is switched off (`off`), or shows black (`black`), for a screen "
                + "that cannot be switched on again.")
        Setting(
            "waking", .word(), default: usual.waking, { $0.waking = $1 },
            "What only wakes a dark display and has no other effect: the first touch (`touch`), also the first detent "
                + "or press (`all`), or nothing (`none`). See [dark displays](displays.md#dark-displays).")
        Setting(
            "font", .text(1...4095), otherwise: "B612", { $0.font = $1 },
            "The path of a font file, or the name of a font family. Words with characters that the font lacks are "
                + "drawn in DejaVu Sans.")
        Setting(
            "corner_mm", .number(.closed(0...10)), otherwise: "1.2", { $0.cornerMillimetres = $1 },
            "The radius of the corners of cards in millimetres, at the usual distance of the eyes. 0 means sharp corners."
        )
    }

    static func readAll(_ tables: [TOMLTable], mistakes: MistakeList) -> [DisplaySettings] {
        var displays: [DisplaySettings] = []
        var named: [String: String] = [:]
        for table in tables {
            let (display, reader) = read(table, mistakes)
            displays.append(display)
            guard let name = table.name, case .connector(let connector) = display.output else { continue }
            if let other = named[connector] {
                reader.complain(at: "output", "the display \(quoted(other)) has the connector \(connector) already")
            }
            named[connector] = name
        }
        for index in displays.indices {
            switch displays[index].output {
            case .automatic, .drm: displays[index].namedElsewhere = Set(named.keys)
            case .connector, .fbdev, .remote, .none: break
            }
        }
        return displays
    }

    private static func read(_ table: TOMLTable, _ mistakes: MistakeList) -> (DisplaySettings, TableReader) {
        var (display, reader) = self.table.read(table, mistakes)
        if display.output.isRemote, !reader.has("size"), !reader.isMisspelt("size") {
            reader.complain(atKey: "output", "a remote display needs 'size', as size = [800, 480]")
        }
        for key in ["blank_by", "waking"] where reader.isGiven(key) && display.blankAfter == .zero {
            reader.warn(
                atKey: key, "\(quoted(key)) has no effect without 'blank_after_s': the display never becomes dark")
        }
        warnOfSize(display, reader)
        if display.output.isRemote, display.rotation != .none {
            reader.warn(atKey: "rotate", "'rotate' has no effect on a remote display")
            // A rotation would rotate the touches, but not the picture.
            display.rotation = .none
        }
        return (display, reader)
    }

    /// Warns if `size_mm` and `size` of a remote display have different aspect ratios.
    private static func warnOfSize(_ display: DisplaySettings, _ reader: TableReader) {
        guard let given = display.millimetres else { return }
        let place = reader.keyPlace("size_mm")
        guard case .remote(let width, let height) = display.output, width > 0, height > 0 else { return }
        // Each size may be given in portrait or in landscape orientation.
        let pixels = Double(max(width, height)) / Double(min(width, height))
        let glass = max(given.width, given.height) / min(given.width, given.height)
        if max(pixels, glass) / min(pixels, glass) > 1.1 {
            reader.mistakes.warn(
                place, "'size_mm' has another aspect than 'size': its pixels would not be square")
        }
    }
}

extension DisplayOutput {
    /// The word of `output`, without a path.
    fileprivate var word: String {
        switch self {
        case .automatic: "auto"
        case .drm, .connector: "drm"
        case .fbdev: "fbdev"
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
    /// The size of a remote display, limited to the sizes for which there are layouts.
    static let pictureSize = ValueType<Int>.whole(64...1920).pair(
        "list of two whole numbers", limits: "`[128, 64]`…`[1920, 1080]`, upright or not",
        as: "a width and a height, as [800, 480]"
    ).refined { sides in
        guard sides.max() ?? 0 < 128 || sides.min() ?? 0 > 1080 else { return nil }
        return "must be from [128, 64] to [1920, 1080], upright or not, not [\(sides[0]), \(sides[1])]"
    }.map({ DisplayOutput.remote(width: $0[0], height: $0[1]) }, back: { _ in [] })

    static let output = ValueType(
        "\"auto\", \"drm\", \"fbdev\", \"remote\" or \"none\"", write: { _ in "\"auto\"" },
        read: { node, subject in
            guard let text = ValueType<String>.text(0...4000).read(node, subject) else { return nil }
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let path = parts.count > 1 ? parts[1] : nil
            switch (parts[0], path) {
            case ("auto", nil): return .automatic
            case ("terminal", nil):
                subject.mistakes.warn(
                    node.place, "a terminal is no longer a display: wheelctl panel shows the panel in one"
                )
                return DisplayOutput.none
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
                let words = ["auto", "drm:CONNECTOR", "drm:PATH", "fbdev:PATH", "remote", "none"].map {
                    quoted($0, quote: "\"")
                }
                subject.complain(node.place, "must be \(alternatives(words)), not \(quoted(text, quote: "\""))")
            }
            return nil
        })
}

extension String {
    /// Whether the text can be the kernel's name of a connector, such as "HDMI-A-1".
    fileprivate var isConnector: Bool {
        let parts = split(separator: "-", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
        return isPlain && parts.count > 1 && Int(parts[parts.count - 1]) != nil && utf8.count <= 32
    }
}

extension ValueType where Value == Size {
    static let millimetres = ValueType<Double>.number(.closed(5...5000)).pair(
        "list of two numbers", limits: "5…5000", as: "a width and a height in millimetres, as [108, 65]"
    ).map({ Size(width: $0[0], height: $0[1]) }, back: { _ in [] })
}
