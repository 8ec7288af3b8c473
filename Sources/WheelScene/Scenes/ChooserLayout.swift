public import WheelCore
import WheelModel
import WheelTouch

/// The layout of the chooser: all positions of a control as chips, over the whole page, with a title.
struct ChooserLayout: Sendable {
    let rows: ChipRows
    let title: Rect
    /// The plate with ×, which closes the chooser.
    let close: Rect
    /// The place of the chips.
    let window: Rect
    let bar: ScrollBar
    let size: ChipSize
    /// The room for the number before a word; zero if each word is the number itself.
    let numberWidth: Double
    let measures: Measures

    /// The minimum width of a chip, in multiples of a touch target.
    private static let leastWidth = 1.5

    init(_ settings: ControlSettings, _ positions: PositionSettings, picture: Size, _ measures: Measures) {
        self.measures = measures
        size = ChipSize(measures, isTouched: true)
        let count = positions.positions.count
        let gap = measures.gap
        let whole = Rect(origin: .zero, size: picture).inset(by: gap)
        let target = min(measures.target, whole.height / 3)
        close = Rect(x: whole.maxX - target, y: whole.minY, width: target, height: target).onWholePixels
        title = Rect(x: whole.minX + gap, y: whole.minY, width: close.minX - whole.minX - 3 * gap, height: target)
        let thickness = (gap * 0.7).rounded(.up)
        window = Rect(
            x: whole.minX, y: title.maxY + gap, width: max(1, whole.width - thickness - gap),
            height: max(1, picture.height - title.maxY - gap))
        let hasNumbers = positions.positions.enumerated().contains { $1.label != "\($0 + 1)" }
        let digits = WordWidth.capitals(of: "\(count)") * measures.label
        numberWidth = hasNumbers ? (digits + size.padding).rounded(.up) : 0
        let widest = WordWidth.widest(of: positions.positions.map(\.label))
        let wanted = max(
            ChooserLayout.leastWidth * measures.target, widest * size.capital + numberWidth + 2 * size.padding)
        // However long a word is, two chips fit side by side.
        let width = max(1, min(wanted, (window.width - gap) / 2))
        let columns = max(1, min(count, Int((window.width + gap) / (width + gap))))
        // A whole number of rows fills the window, so that no chip is cut except while the rows scroll.
        let room = whole.maxY - window.minY + gap
        let visible = max(1, (room / (target + gap)).rounded(.down))
        let pitch = Size(width: (window.width + gap) / Double(columns), height: room / visible)
        rows = ChipRows(
            place: .chooser, count: count, columns: columns,
            origin: Point(x: window.minX - gap / 2, y: window.minY - gap / 2), pitch: pitch,
            visibleRows: visible)
        let track = Rect(
            x: picture.width - gap / 2 - thickness, y: window.minY, width: thickness, height: whole.maxY - window.minY)
        bar = ScrollBar(track: track, rows: rows, least: measures.target / 2)
    }

    /// The plate of a position, with the rows scrolled by `offset`.
    func chip(_ position: Int, offset: Double) -> Rect {
        rows.place(of: position, offset: offset).inset(by: measures.gap / 2).onWholePixels
    }

    func targets(of control: Int) -> [TouchTarget] {
        let gap = measures.gap
        // While the rows are at rest, the area begins and ends with a whole row.
        let height = rows.visibleRows * rows.pitch.height
        let area = Rect(x: window.minX - gap, y: rows.origin.y, width: window.width + 2 * gap, height: height)
        return [
            TouchTarget(.chips(control: control, rows), area: area),
            // The target extends to the corner of the display, where it is easy to find without looking.
            TouchTarget(
                .closer(control: control), area: close.inset(left: -gap, top: -gap, right: -gap, bottom: -gap / 2)),
        ]
    }
}

extension SceneState {
    /// Opens the chooser of a control with positions, as a tap on the control's word does on a picture of this size.
    public mutating func openChooser(of control: Int, picture: Size, _ measures: Measures) {
        let settings = pictureSettings.settings.controls[control]
        guard let positions = settings.positions else { return }
        let rows = ChooserLayout(settings, positions, picture: picture, measures).rows
        chooser = ChooserPicture(
            control: control, scroll: Scroll(at: rows.centring(Int(controls[control].number))))
    }
}
