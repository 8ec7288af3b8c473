import WheelCanvas
import WheelCore
import WheelScene
import WheelWire

/// How a view shows the panel: as a picture or as characters. Only the views' thread uses a face.
protocol ViewFace: AnyObject {
    func apply(_ state: SceneState, at now: Instant)
    /// Draws the picture at `now`. Returns rectangles around all changes; for characters they are in columns and rows.
    func draw(at now: Instant) -> [PixelRect]
    /// Whether the next frame differs even without a newer state.
    var isMoving: Bool { get }
    /// The time at which the picture changes next without a new state or a motion.
    func nextChange(after now: Instant) -> Instant?
    /// A frame with these parts, or with the whole picture if `areas` is `nil`.
    func frame(_ areas: [PixelRect]?) throws(CanvasError) -> ViewFrame
}

final class PictureFace: ViewFace {
    private let stage: Stage
    private let bitmap: Bitmap
    private var damage = DamageRegion()
    /// The maximum number of rectangles in a frame.
    static let mostParts = 8

    init(_ settings: ViewSettings, _ typeface: Typeface) {
        // libpng accepts this pixel format without conversion.
        bitmap = Bitmap(width: settings.width, height: settings.height, format: .bgr888)
        stage = Stage(
            typeface: typeface, theme: Theme.named(settings.theme), measures: settings.measures,
            motion: settings.motion, width: settings.width, height: settings.height)
    }

    func apply(_ state: SceneState, at now: Instant) { stage.show(state, at: now) }

    func draw(at now: Instant) -> [PixelRect] {
        guard stage.needsFrame(at: now) else { return [] }
        damage.removeAll()
        stage.draw(at: now, into: bitmap.pixels, damage: &damage)
        return damage.rectangles(atMost: PictureFace.mostParts)
    }

    var isMoving: Bool { stage.needsFrame }

    func nextChange(after now: Instant) -> Instant? { stage.nextChange(after: now) }

    func frame(_ areas: [PixelRect]?) throws(CanvasError) -> ViewFrame {
        let size = (width: bitmap.pixels.width, height: bitmap.pixels.height)
        var parts: [ViewPart] = []
        for area in areas ?? [PixelRect(x: 0, y: 0, width: size.width, height: size.height)] {
            let png = try bitmap.pixels.part(area).png(fast: true)
            parts.append(ViewPart(x: area.x, y: area.y, width: area.width, height: area.height, png: png))
        }
        guard areas == nil else { return ViewFrame(view: "", parts: parts) }
        return ViewFrame(view: "", width: size.width, height: size.height, parts: parts)
    }
}

final class CharacterFace: ViewFace {
    private let screen: CellScreen
    private let theme: Theme
    private var state: SceneState?
    private var isDue = false
    private var changeAt: Instant?
    private var grid: CellGrid?

    init(_ settings: ViewSettings) {
        screen = settings.screen
        theme = Theme.named(settings.theme)
    }

    func apply(_ state: SceneState, at now: Instant) {
        self.state = state
        isDue = true
    }

    func draw(at now: Instant) -> [PixelRect] {
        guard let state, isDue || changeAt.map({ $0 <= now }) ?? false else { return [] }
        isDue = false
        changeAt = state.nextChange(after: now)
        let new = CellFace(state, screen, at: now).grid
        defer { grid = new }
        guard let old = grid else { return [PixelRect(x: 0, y: 0, width: new.columns, height: new.rows)] }
        return (0..<new.rows).compactMap { row in
            let changed = (0..<new.columns).filter { new[$0, row] != old[$0, row] }
            guard let first = changed.first, let last = changed.last else { return nil }
            return PixelRect(x: first, y: row, width: last - first + 1, height: 1)
        }
    }

    let isMoving = false

    func nextChange(after now: Instant) -> Instant? { changeAt }

    func frame(_ areas: [PixelRect]?) -> ViewFrame {
        guard let grid else { return ViewFrame(view: "") }
        let all = PixelRect(x: 0, y: 0, width: grid.columns, height: grid.rows)
        let runs = (areas ?? [all]).flatMap { area in
            (area.y..<area.y + area.height).flatMap { grid.runs(row: $0, from: area.x, to: area.x + area.width) }
        }
        guard areas == nil else { return ViewFrame(view: "", runs: runs) }
        return ViewFrame(view: "", width: grid.columns, height: grid.rows, runs: runs, colors: theme.roles)
    }
}

extension CellGrid {
    /// The characters of a row from one column to another. A wide character is never cut.
    fileprivate func runs(row: Int, from first: Int, to end: Int) -> [CellRun] {
        var runs: [CellRun] = []
        var open: CellRun?
        var column = first
        if self[column, row].character == CharacterCell.rightHalf { column -= 1 }
        while column < end {
            let cell = self[column, row]
            let isWide = column + 1 < columns && self[column + 1, row].character == CharacterCell.rightHalf
            let new = CellRun(row: row, column: column, text: "", cell.style)
            if let last = open, !last.hasLook(of: new) { (open, runs) = (nil, runs + [last]) }
            var run = open ?? new
            run.text.append(cell.character)
            open = run
            if cell.character.hasUnsureCellCount { (open, runs) = (nil, runs + [run]) }
            column += isWide ? 2 : 1
        }
        return open.map { runs + [$0] } ?? runs
    }
}

extension CellRun {
    fileprivate init(row: Int, column: Int, text: String, _ style: CellStyle) {
        self.init(
            row: row, column: column, text: text, ink: "\(style.ink)", ground: "\(style.ground)",
            isBold: style.isBold, isUnderlined: style.isUnderlined)
    }

    fileprivate func hasLook(of other: CellRun) -> Bool {
        ink == other.ink && ground == other.ground && isBold == other.isBold && isUnderlined == other.isUnderlined
    }
}

extension Theme {
    fileprivate var roles: [RoleColor] {
        CellColor.allCases.map { role in
            let color = self[role]
            let digits = [color.red, color.green, color.blue].map { part in
                let text = String(part, radix: 16)
                return text.count < 2 ? "0" + text : text
            }
            return RoleColor(role: "\(role)", color: "#" + digits.joined())
        }
    }
}

extension ViewSettings {
    public var measures: Measures {
        Measures(pixelsPerMillimetre: pixelsPerMillimetre, distance: distance)
            .drawn(in: Theme.named(theme), Size(width: Double(width), height: Double(height)))
    }

    /// The view's size in characters.
    public var screen: CellScreen { CellScreen(columns: width, rows: height, alphabet: CellAlphabet(alphabet)) }
}

extension CellAlphabet {
    fileprivate init(_ alphabet: ViewSettings.Alphabet) {
        switch alphabet {
        case .ascii: self = .ascii
        case .console: self = .console
        case .unicode: self = .unicode
        }
    }
}
