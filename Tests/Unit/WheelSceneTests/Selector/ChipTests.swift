import PictureReading
import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// The looks of a position: free, chosen, "off", stale, pending, and applied while another position is pending.
@Suite("Selector: chips") struct ChipTests {
    private static let themes = [Theme.dark, .light, .mono]

    @Test("Each word, frame, bar and dash has contrast to what is drawn beside it", arguments: themes)
    func contrasts(_ theme: Theme) throws {
        for chip in Self.chips {
            let fill = chip.fillColor(theme, on: theme.cell)
            #expect(contrast(chip.wordColor(theme), fill) >= 4.5, "the word of \(Self.name(chip))")
            let drawn = Self.drawn(chip, theme)
            var telling: [Color] = chip.mark.isFilled ? [fill] : []
            if chip.mark == .applied { telling.append(theme.accent) }
            let isDecoration = chip.look == .locked && chip.mark != .stale && !chip.isPending
            if !isDecoration, let frame = chip.frameColor(theme) { telling.append(frame) }
            for color in telling {
                #expect(drawn.contains(color), "\(Self.name(chip)) is drawn without \(color)")
                #expect(contrast(color, theme.cell) >= 3, "\(color) of \(Self.name(chip))")
                if color != fill { #expect(contrast(color, fill) >= 3, "\(color) in \(Self.name(chip))") }
            }
            // The cursor is a frame around the plate. With two colours it is inside the plate.
            let cursor = theme.isMono && chip.mark.isFilled ? theme.onHand : theme.hand
            #expect(contrast(cursor, theme.isMono ? fill : theme.cell) >= 3, "the cursor of \(Self.name(chip))")
        }
    }

    @Test("No two looks differ by their colours alone", arguments: themes)
    func shapes(_ theme: Theme) throws {
        for look in Chip.Look.allCases {
            let chips = Self.chips.filter { $0.look == look }
            let shapes = chips.map { shape(Self.drawn($0, theme), on: theme.cell, contrast: 2.5) }
            for (number, chip) in chips.enumerated() {
                for (other, otherShape) in zip(chips, shapes).prefix(number) {
                    // Filled chips are not compared: "off" and other positions differ by their words.
                    guard !chip.mark.isFilled || !other.mark.isFilled else { continue }
                    let differing = zip(shapes[number], otherShape).filter { $0 != $1 }
                    #expect(differing.count > otherShape.count / 100, "\(Self.name(chip)) and \(Self.name(other))")
                }
            }
        }
    }

    @Test("A stale choice is no chosen \"off\", in its cell and in the chooser", arguments: themes, [false, true])
    func stale(_ theme: Theme, _ isOpen: Bool) throws {
        let screen = try ChipScreen(theme, isOpen: isOpen)
        let off = screen.fill(0)
        #expect(off == theme.off)
        screen.draw { $0.age = AgePicture(writtenAt: nil, staleAt: screen.studio.time) }
        #expect(screen.fill(0) == theme.raised && screen.edge(0, depth: 2) == theme.secondary)
        #expect(screen.fill(1) == theme.cell && screen.edge(1, depth: 2) == theme.cell)
        screen.draw { $0.age = AgePicture(writtenAt: nil, staleAt: screen.studio.time + .seconds(90)) }
        #expect(screen.fill(0) == off)
    }

    @Test("A pending position is dashed, and the applied one has a bar", arguments: themes, [false, true])
    func pending(_ theme: Theme, _ isOpen: Bool) throws {
        let screen = try ChipScreen(theme, isOpen: isOpen)
        screen.draw {
            $0.applied = 0
            $0.number = 1
        }
        #expect(screen.fill(0) == theme.cell && screen.fill(1) == theme.cell)
        #expect(screen.edge(0, depth: 0, fromBelow: true) == theme.accent)
        #expect(screen.edge(0, depth: 2, fromBelow: true) == theme.accent)
        #expect(screen.edge(0, depth: 2) == theme.cell)
        let dashes = screen.upperEdge(1)
        let (drawn, open) = (dashes.filter { $0 == theme.hand }.count, dashes.filter { $0 == theme.cell }.count)
        #expect(drawn > dashes.count / 3 && open > dashes.count / 4, "\(drawn) and \(open) of \(dashes.count)")
    }

    @Test("Without a value nothing is chosen, and the label's row says so")
    func noValue() throws {
        let positions = SelectorPanel.mute
        let settings = SelectorPanel.settings([positions], isTouched: false)
        let stage = Stage(typeface: try Typeface(), theme: .dark, width: 400, height: 200, keepsTexts: true)
        let bitmap = Bitmap(width: 400, height: 200, format: .xrgb8888)
        var damage = DamageRegion()
        let state = SceneState(PictureSettings(settings), Panel(settings), at: Instant(microseconds: 0))
        for hasValue in [true, false] {
            stage.show(state.with(0) { $0.hasValue = hasValue }, at: Instant(microseconds: 0))
            stage.draw(at: Instant(microseconds: 0), into: bitmap.pixels, damage: &damage)
            #expect(stage.texts.contains { $0.text == "—" } != hasValue)
            let fills = Set(stage.texts.filter { ["on", "off"].contains($0.text) }.map(\.color))
            #expect(fills == (hasValue ? [Theme.dark.onOff, Theme.dark.secondary] : [Theme.dark.secondary]))
        }
        withExtendedLifetime(bitmap) {}
    }

    @Test("In two colours each row of a list and chip of the chooser is a frame of one pixel, except the chosen one")
    func frames() throws {
        let positions = SelectorPanel.patches
        let studio = try Studio(SelectorPanel.settings([positions]), width: 160, height: 360, theme: .mono)
        let layout = try #require(studio.layout(.page(0)).cells[0].scene as? SelectorLayout)
        let rows = try #require(layout.rows)
        let settings = studio.pictureSettings.settings.controls[0]
        let chooser = ChooserLayout(settings, positions, picture: studio.size, studio.stage.measures)
        studio.set(0, .position(1))
        func check(_ chip: Rect, isChosen: Bool) {
            let rows = (-1..<5).map { studio.pixels[Int(chip.midX), Int(chip.minY) + $0] == .white }
            let columns = (-1..<5).map { studio.pixels[Int(chip.minX) + $0, Int(chip.midY)] == .white }
            let expected = [false, true] + [Bool](repeating: isChosen, count: 4)
            #expect(rows == expected && columns == expected, "\(chip)")
        }
        studio.draw()
        for position in 0..<Int(rows.visibleRows) {
            check(layout.row(position, rows, offset: 0), isChosen: position == 1)
        }
        studio.draw { $0.openChooser(of: 0, picture: studio.size, studio.stage.measures) }
        for position in 0..<Int(chooser.rows.visibleRows) * chooser.rows.columns {
            check(chooser.chip(position, offset: 0), isChosen: position == 1)
        }
    }

    // MARK: Drawing.

    private static let rect = Rect(x: 10, y: 10, width: 100, height: 66)

    private static var chips: [Chip] {
        Chip.Look.allCases.flatMap { look in
            Chip.Mark.allCases.map { Chip(rect: rect, word: "", look: look, mark: $0) }
                + [Chip(rect: rect, word: "", look: look, isPending: true)]
        }
    }

    private static func name(_ chip: Chip) -> String { "\(chip.look) \(chip.isPending ? "pending" : "\(chip.mark)")" }

    private static func drawn(_ chip: Chip, _ theme: Theme) -> [Color] {
        var sketch = Sketch(theme: theme)
        chip.drawPlate(Measures(pixelsPerMillimetre: 7.3), on: theme.cell, into: &sketch)
        let (width, height) = (120, 86)
        let canvas = Canvas(width: width, height: height, isSharp: theme.isMono)
        let bitmap = Bitmap(width: width, height: height, format: .xrgb8888)
        var damage = DamageRegion()
        canvas.setLayer(sketch.list, on: theme.cell)
        canvas.draw(Sketch(theme: theme).list, into: bitmap.pixels, damage: &damage)
        defer { withExtendedLifetime(bitmap) {} }
        return (0..<height).flatMap { y in (0..<width).map { x in bitmap.pixels[x, y] } }
    }
}

/// A choice of three chips, in its cell or in its chooser.
private final class ChipScreen {
    let studio: Studio
    private let isOpen: Bool
    private let chips: [Rect]

    init(_ theme: Theme, isOpen: Bool) throws {
        let positions = SelectorPanel.positions("off,on,auto", off: 0)
        studio = try Studio(SelectorPanel.settings([positions]), width: 800, height: 240, theme: theme)
        self.isOpen = isOpen
        let settings = studio.pictureSettings.settings.controls[0]
        let measures = Measures(picture: studio.size)
        let chooser = ChooserLayout(settings, positions, picture: studio.size, measures)
        let scene = try #require(studio.layout(.page(0)).cells[0].scene as? SelectorLayout)
        chips = isOpen ? (0..<3).map { chooser.chip($0, offset: 0) } : scene.chips
        draw()
    }

    func draw(_ change: (inout ControlPicture) -> Void = { _ in }) {
        studio.draw { state in
            state = state.with(0, change)
            if isOpen { state.chooser = ChooserPicture(control: 0, scroll: Scroll(at: 0)) }
        }
    }

    /// The ground of a position's word.
    func fill(_ position: Int) -> Color {
        studio.pixels[Int(chips[position].minX) + 6, Int(chips[position].midY)]
    }

    /// The pixel in the middle of the upper or lower edge, inside it by `depth`.
    func edge(_ position: Int, depth: Int, fromBelow: Bool = false) -> Color {
        let chip = chips[position]
        let row = fromBelow ? Int(chip.maxY) - 1 - depth : Int(chip.minY) + depth
        return studio.pixels[Int(chip.midX), row]
    }

    /// The pixels of a chip's upper edge, between the corners.
    func upperEdge(_ position: Int) -> [Color] {
        let chip = chips[position]
        return (Int(chip.minX) + 12..<Int(chip.maxX) - 12).map { studio.pixels[$0, Int(chip.minY) + 1] }
    }
}
