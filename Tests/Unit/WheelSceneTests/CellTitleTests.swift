import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// The label in the frame of a terminal's cell.
@Suite struct CellTitleTests {
    /// The rows of the first cell of a row of four, with this label. With `words` the control is a choice of them.
    private static func cell(
        _ label: String, _ size: (Int, Int) = (80, 24), rows: Int = 3, words: [String] = [],
        _ change: (inout ControlPicture) -> Void = { _ in }
    ) -> [String] {
        let number = NumberSettings(range: ValueRange(0, 100), unit: "%", decimals: 1)
        let quantity: Quantity =
            words.isEmpty
            ? .float(number) : .choice(PositionSettings(positions: words.map { Position(name: $0) }))
        let controls = (0..<4).map { ControlSettings(name: "c\($0)", label: label, quantity: quantity) }
        var page = PageSettings(name: "p", controls: [0, 1, 2, 3])
        page.areas = PageAreas(
            columns: 4, rows: rows, areas: (0..<4).map { PageAreas.Area(column: $0, row: 0) })
        let settings = PanelSettings(controls: controls, pages: [page])
        var state = SceneState(PictureSettings(settings), Panel(settings), at: .distantPast)
        state.view = .page(0)
        state = state.with(0, change)
        let face = CellFace(state, CellScreen(columns: size.0, rows: size.1 - 1, alphabet: .unicode), at: .distantPast)
        return CellReader.cells(face).first?.rows ?? []
    }

    private static func texts(_ rows: [String]) -> [String] {
        rows.map { row in String(row.filter { !"╭╮╰╯─│".contains($0) }).trimmed }
    }

    /// A label that is too long for the frame continues in the row below.
    @Test(arguments: ["Filter envelope amount", "Output current limit", "Reverb pre-delay time"])
    func aLongLabelHasTwoLines(_ label: String) {
        let texts = Self.texts(Self.cell(label))
        #expect("\(texts[0]) \(texts[1])" == "1 \(label)", "\(texts)")
        #expect(texts.contains { $0.contains("%") })
        let positions = Self.texts(Self.cell(label, words: ["off", "on"]))
        #expect("\(positions[0]) \(positions[1])" == "1 \(label)", "\(positions)")
    }

    /// A label has one line if it fits on one, or if its cell has no free row.
    @Test func otherLabelsHaveOneLine() {
        #expect(Self.texts(Self.cell("Filter A")).prefix(2) == ["1 Filter A", ""])
        let low = Self.texts(Self.cell("Filter envelope amount", rows: 6))
        #expect(low[0].hasSuffix("…"), "\(low)")
        #expect(low.dropFirst().allSatisfy { !$0.contains("amount") }, "\(low)")
    }

    /// The frame has the word of a state and the key that marks the control. The label is in the row below.
    @Test(arguments: ["Filter envelope", "Transmitter"]) func aStateLeavesTheLabelWhole(_ label: String) {
        let texts = Self.texts(Self.cell(label) { $0.knob = .waiting })
        #expect(texts[0].hasPrefix("1 ") && texts[0].hasSuffix("! no knob"), "\(texts)")
        #expect(texts[1] == label, "\(texts)")
    }
}

extension String {
    fileprivate var trimmed: String {
        let whole = drop { $0 == " " }
        return String(
            whole.prefix(
                (whole.lastIndex { $0 != " " }.map { whole.distance(from: whole.startIndex, to: $0) } ?? -1) + 1))
    }
}
