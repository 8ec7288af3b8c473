import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

@Suite struct RingLabelTests {
    private static let words = ["Strings", "Brass", "Piano", "Organ", "Flute", "Choir", "Bells", "Bass", "Lead", "Pad"]

    /// The outline of the cursor is nearer to its seat than to the label above it.
    @Test(arguments: [(6, 800.0, 480.0), (10, 800, 480), (10, 480, 480), (6, 480, 480), (10, 1024, 600)])
    func theCursorBelongsToItsSeat(_ count: Int, _ width: Double, _ height: Double) throws {
        var positions = PositionSettings(positions: Self.words.prefix(count).map { Position(name: $0) })
        positions.layout = .arc
        let control = ControlSettings(name: "patch", quantity: .selection(positions), scene: .positions)
        let pictureSettings = PictureSettings(PanelSettings(controls: [control]))
        let size = Size(width: width, height: height)
        let page = PageView(pictureSettings, .all, size: size, Measures(picture: size), typeface: try Typeface())
        let layout = try #require(page.layout.cells[0].scene as? SeatLayout)
        try #require(layout.captions == .around)
        let state = SceneState(pictureSettings, Panel(pictureSettings.settings), at: .distantPast)
        let figure = Figure(0, of: state, in: Motion(state), at: .distantPast)
        var sketch = Sketch(theme: .dark)
        page.texts[0].captions?.drawBeside(figure, 1, into: &sketch)
        let label = try #require(Ink.of(sketch.list, "label").first)
        let (seat, shape) = (layout.chart.seats[0], layout.chart.shape)
        let line = shape.size.width * 0.0225
        let distance = SeatLayout.cursorDistance * shape.size.width
        let outline = seat.transform.bounds(of: shape.bounds.inset(by: -distance - line))
        let gap = distance - line
        #expect(outline.minY - label.box.maxY >= min(gap, 4), "\(outline.minY - label.box.maxY) of \(gap)")
    }
}
