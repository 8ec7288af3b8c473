import Testing
import WheelCore
import WheelModel

@testable import WheelScene

/// The cells of a page, to the pixel.
@Suite struct PageGridTests {
    private static let sizes = [(800, 480), (480, 800), (1024, 600), (320, 240)]

    static func panel(
        _ count: Int, _ pages: [PageSettings] = [], isTouched: Bool = false
    ) -> PictureSettings {
        let controls = (0..<count).map { ControlSettings.ranged("c\($0)", ValueRange(0, 1)) }
        return PictureSettings(PanelSettings(controls: controls, inputs: isTouched ? [.touch] : [], pages: pages))
    }

    private static func size(_ size: (Int, Int)) -> Size { Size(width: Double(size.0), height: Double(size.1)) }

    /// The grid of a page: "4×2" on one screen, "2×2 2" on two screens.
    private static func form(_ layout: PageLayout) -> String {
        let rects = layout.cells.map(\.frame.rect)
        let form = "\(Set(rects.map(\.minX)).count)×\(Set(rects.map(\.minY)).count)"
        return layout.screens.count > 1 ? "\(form) \(layout.screens.count)" : form
    }

    /// The forms at 800×480, 480×800, 1024×600 and 320×240, of a page without tabs and fingers.
    @Test(arguments: [
        (1, ["1×1", "1×1", "1×1", "1×1"]),
        (2, ["2×1", "1×2", "2×1", "1×2"]),
        (3, ["3×1", "1×3", "3×1", "1×3"]),
        (4, ["2×2", "1×4", "2×2", "2×2"]),
        (5, ["3×2", "1×5", "3×2", "2×3"]),
        (6, ["3×2", "2×3", "3×2", "2×3"]),
        (8, ["4×2", "2×4", "4×2", "2×4"]),
        (9, ["3×3", "2×5", "3×3", "3×3"]),
        (12, ["4×3", "2×6", "4×3", "3×4"]),
        (16, ["4×4", "3×6", "4×4", "4×4"]),
        (24, ["4×3 2", "2×6 2", "6×4", "3×4 2"]),
    ])
    func formsForEyes(_ count: Int, _ forms: [String]) {
        #expect(Self.sizes.map { Self.form(PageLayout(Self.panel(count), .all, size: Self.size($0))) } == forms)
    }

    /// With touch, the cells of the small display are larger.
    @Test(arguments: [
        (1, ["1×1", "1×1", "1×1", "1×1"]),
        (2, ["2×1", "1×2", "2×1", "2×1"]),
        (3, ["3×1", "1×3", "3×1", "2×2"]),
        (4, ["2×2", "1×4", "2×2", "2×2"]),
        (5, ["3×2", "1×5", "3×2", "2×2 2"]),
        (6, ["3×2", "2×3", "3×2", "2×2 2"]),
        (8, ["4×2", "2×4", "4×2", "2×2 2"]),
        (9, ["3×3", "3×3", "3×3", "2×2 3"]),
        (12, ["4×3", "2×6", "4×3", "2×2 3"]),
        (16, ["4×4", "3×6", "4×4", "2×2 4"]),
        (24, ["4×3 2", "2×6 2", "6×4", "2×2 6"]),
    ])
    func formsForFingers(_ count: Int, _ forms: [String]) {
        let pages = [PageSettings(name: "a", controls: Array(0..<count)), PageSettings(name: "b", controls: [0])]
        let pictureSettings = Self.panel(count, pages, isTouched: true)
        #expect(Self.sizes.map { Self.form(PageLayout(pictureSettings, .page(0), size: Self.size($0))) } == forms)
    }

    /// On every screen cells are on whole pixels, at least 18 × 13 mm large (except for rounding), with a gap at the
    /// edges. Each control has one cell.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 8, 9, 12, 16, 24], [true, false])
    func cellsFillTheScreens(_ count: Int, _ isTouched: Bool) {
        for size in Self.sizes {
            let pictureSettings = Self.panel(count, isTouched: isTouched)
            let first = PageLayout(pictureSettings, .all, size: Self.size(size))
            var seen: [Int] = []
            for screen in 0..<first.screens.count {
                let layout = PageLayout(pictureSettings, .all, size: Self.size(size)) { _ in screen }
                seen += layout.cells.map(\.control)
                let least = layout.measures.leastCell(isTouched: isTouched)
                for (cell, same) in zip(layout.cells, first.cells) {
                    let rect = cell.frame.rect
                    #expect(rect == same.frame.rect && rect == rect.onWholePixels)
                    #expect(rect.width > least.width - 2 && rect.height > least.height - 2, "\(size), \(rect)")
                    #expect(rect.minX >= layout.measures.gap && rect.maxX <= layout.area.maxX - layout.measures.gap)
                    #expect(rect.minY >= layout.measures.gap && rect.maxY <= layout.area.maxY - layout.measures.gap)
                }
            }
            #expect(seen == Array(0..<count), "\(size)")
        }
    }

    // MARK: The page says otherwise.

    private static func boxes(_ page: PageSettings, _ count: Int, _ size: (Int, Int) = (800, 480)) -> [String] {
        let layout = PageLayout(panel(count, [page]), .page(0), size: self.size(size))
        return layout.cells.map(\.frame.rect).map {
            "\(Int($0.minX)) \(Int($0.minY)) \(Int($0.width))×\(Int($0.height))"
        }
    }

    @Test func columnsAndRows() {
        let page = PageSettings(name: "a", controls: [0, 1, 2], columns: 2, rows: 3)
        // The gap is 6 px. The third row stays empty.
        #expect(Self.boxes(page, 3) == ["6 6 391×152", "403 6 391×152", "6 164 391×152"])
    }

    @Test func columnsAlone() {
        let page = PageSettings(name: "a", controls: [0, 1, 2], columns: 2)
        #expect(Self.boxes(page, 3) == ["6 6 391×231", "403 6 391×231", "6 243 391×231"])
    }

    @Test func columnsBesideAFullerPageGetNoRowOfThatPage() {
        let pages = [
            PageSettings(name: "a", controls: [0, 1], columns: 2), PageSettings(name: "b", controls: [0, 1, 2]),
        ]
        let layout = PageLayout(Self.panel(3, pages), .page(0), size: Self.size((800, 480)))
        #expect(Self.form(layout) == "2×1")
        #expect(layout.cells.allSatisfy { $0.frame.rect.height > 240 })
    }

    @Test func rowsAlone() {
        let page = PageSettings(name: "a", controls: [0, 1, 2], rows: 1)
        #expect(Self.boxes(page, 3) == ["6 6 259×468", "271 6 258×468", "535 6 259×468"])
        let upright = PageSettings(name: "a", controls: [0, 1, 2], rows: 2)
        #expect(Self.boxes(upright, 3, (480, 800)) == ["6 6 231×391", "243 6 231×391", "6 403 231×391"])
    }

    @Test func areas() {
        let areas = PageAreas(
            columns: 4, rows: 2,
            areas: [
                PageAreas.Area(column: 0, row: 0, columns: 4), PageAreas.Area(column: 0, row: 1, columns: 2),
                PageAreas.Area(column: 3, row: 1),
            ])
        let page = PageSettings(name: "a", controls: [0, 1, 2], areas: areas)
        #expect(Self.boxes(page, 3) == ["6 6 788×231", "6 243 391×231", "602 243 192×231"])
    }

    /// A page with configured columns and rows, or areas, has a single screen: the configuration decides how many
    /// controls fit on it.
    @Test func aPageWithAFormOfItsOwnHasOneScreen() {
        let controls = Array(0..<24)
        for page in [
            PageSettings(name: "a", controls: controls, columns: 8, rows: 3),
            PageSettings(
                name: "a", controls: controls,
                areas: PageAreas(columns: 24, rows: 1, areas: controls.map { PageAreas.Area(column: $0, row: 0) })),
        ] {
            let layout = PageLayout(Self.panel(24, [page]), .page(0), size: Size(width: 320, height: 240))
            #expect(layout.screens.count == 1 && layout.cells.count == 24 && layout.tabs.isEmpty)
        }
        let columns = PageSettings(name: "a", controls: controls, columns: 1)
        let layout = PageLayout(Self.panel(24, [columns]), .page(0), size: Size(width: 320, height: 240))
        #expect(layout.screens.count == 6 && layout.cells.count == 4)
    }
}
