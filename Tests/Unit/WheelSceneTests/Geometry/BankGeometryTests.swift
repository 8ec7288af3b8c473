import PictureReading
import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel

@testable import WheelScene

/// Finds in the pixels of a bank its cards, the border of the marked card, the scene in each card, and the marked tab.
@Suite struct BankGeometryTests {
    @Test(arguments: [PixelFormat.xrgb8888, .rgb565])
    func cardsMarksAndScenesStandInAGrid(_ format: PixelFormat) {
        var gallery = Gallery(format) { random in
            let rotor = ControlSettings.ranged(
                "rotor", ValueRange(0, 360, includesUpper: false), unit: "°", wraps: true)
            let count = random.int(in: 2...6)
            let pages = (0..<random.int(in: 2...4)).map { page in
                PageSettings(name: "p\(page)", controls: page == 0 ? [0] : Array(0..<count))
            }
            var controls = Array(repeating: rotor, count: count)
            for control in controls.indices { controls[control].name = "c\(control)" }
            return PanelSettings(controls: controls, pages: pages)
        }
        let problem = counterexample("bank in \(format)", seed: 37, cases: 220) { random in
            guard let studio = gallery.studio(&random) else { return "no font" }
            let settings = studio.pictureSettings.settings
            let angles = settings.controls.indices.map { _ in random.double(in: 0...359) }
            for (control, angle) in angles.enumerated() { studio.set(control, .number(angle)) }
            let page = random.int(in: 1...(settings.pages.count - 1))
            let focus = random.once(in: 4) ? nil : random.int(in: 0...(angles.count - 1))
            studio.draw { ($0.view, $0.focus) = (.page(page), focus) }
            let layout = studio.layout(.page(page), focus: focus)
            let search = BankSearch(studio, layout, tolerance: tolerance(format))
            return
                (search.gridProblem(cells: layout.screens.controls(on: layout.screen).count)
                ?? search.cardProblem(focus: focus)
                ?? search.tabProblem(page, of: settings.pages.count)
                ?? search.sceneProblem(angles))
                .map { "\(studio.name), page \(page), \(angles.count) controls, focus \(focus ?? -1): \($0)" }
        }
        #expect(problem == nil)
    }
}

struct BankSearch {
    let studio: Studio
    let layout: PageLayout
    let tolerance: Double

    init(_ studio: Studio, _ layout: PageLayout, tolerance: Double) {
        self.studio = studio
        self.layout = layout
        self.tolerance = tolerance
    }

    /// Checks the grid: all cards have the same size. Each card is inside the picture, and overlaps neither another
    /// card nor the tabs. The gap between cards beside each other is `measures.gap`.
    func gridProblem(cells: Int) -> String? {
        let rects = layout.cells.map(\.frame.rect)
        guard rects.count == cells else { return "\(rects.count) cards" }
        let strip = studio.size.height - (layout.tabs.first?.rect.height ?? 0)
        for (number, rect) in rects.enumerated() {
            guard rect.minX >= 0, rect.maxX <= studio.size.width, rect.minY >= 0, rect.maxY <= strip else {
                return "card \(number) at \(rect)"
            }
            for other in rects[(number + 1)...] {
                if rect.intersects(other) { return "cards at \(rect) and \(other)" }
                // Sizes are rounded to whole pixels.
                if (other.width - rect.width).magnitude > 1 || (other.height - rect.height).magnitude > 1 {
                    return "cards of \(rect.size) and \(other.size)"
                }
            }
            guard number > 0, rects[number - 1].minY == rect.minY else { continue }
            let gap = rect.minX - rects[number - 1].maxX
            if (gap - layout.measures.gap).magnitude > 1 { return "a gap of \(gap)" }
        }
        return nil
    }

    /// Checks the border of each card. Only the marked card's border has the hand's colour.
    func cardProblem(focus: Int?) -> String? {
        let theme = studio.theme
        for cell in layout.cells {
            let isMarked = cell.control == focus
            let probe = Probe(
                pixels: studio.pixels, ground: theme.cell, ink: isMarked ? theme.hand : theme.edge)
            let sides = [
                (Point(x: cell.frame.rect.minX, y: cell.frame.rect.midY), Vector(dx: 1, dy: 0)),
                (Point(x: cell.frame.rect.maxX, y: cell.frame.rect.midY), Vector(dx: -1, dy: 0)),
                (Point(x: cell.frame.rect.midX, y: cell.frame.rect.minY), Vector(dx: 0, dy: 1)),
                (Point(x: cell.frame.rect.midX, y: cell.frame.rect.maxY), Vector(dx: 0, dy: -1)),
            ]
            for (edge, inwards) in sides {
                // The border begins at the edge, where a search from 2 pixels outside finds it.
                guard probe.share(at: edge + inwards * 0.5) > 0.8 else { return "no border at \(edge)" }
                let out = edge - inwards * 2
                let isInside = out.x > 1 && out.y > 1 && out.x < studio.size.width - 1 && out.y < layout.area.maxY - 1
                if isInside, let found = probe.crossing(from: out, towards: edge + inwards),
                    (found - 2).magnitude > tolerance
                {
                    return "a border \(found - 2) from \(edge)"
                }
                let width = isMarked ? layout.measures.focusStroke : layout.measures.hairline
                guard probe.share(at: edge + inwards * (width + 1.5)) < 0.2 else { return "a broad border at \(edge)" }
            }
        }
        return nil
    }

    /// Checks that the tabs fill the strip. A mark is at the upper edge of the current page's tab, in its middle.
    func tabProblem(_ page: Int, of pages: Int) -> String? {
        guard layout.tabs.count == pages, layout.tabs.first?.rect.minX == 0,
            layout.tabs.last?.rect.maxX == studio.size.width
        else { return "tabs at \(layout.tabs.map(\.rect))" }
        for (tab, next) in zip(layout.tabs, layout.tabs.dropFirst()) where tab.rect.maxX != next.rect.minX {
            return "a gap between tabs at \(tab.rect) and \(next.rect)"
        }
        let probe = Probe(pixels: studio.pixels, ground: studio.theme.ground, ink: studio.theme.accent)
        for tab in layout.tabs {
            let middle = Point(x: tab.rect.midX, y: tab.rect.minY + 0.5)
            let isMarked = probe.share(at: middle) > 0.8
            guard isMarked == (tab.page == page) else { return "tab \(tab.title) is \(isMarked ? "" : "not ")marked" }
            guard isMarked else { continue }
            let reach = Vector(dx: tab.rect.width / 2 + 2, dy: 0)
            guard let right = probe.crossing(from: middle, towards: middle + reach),
                let left = probe.crossing(from: middle, towards: middle - reach)
            else { return "the mark has no ends" }
            if (right - left).magnitude / 2 > tolerance { return "the mark is off by \((right - left) / 2)" }
        }
        return nil
    }

    /// Checks that the scene of each cell follows its formula.
    func sceneProblem(_ angles: [Double]) -> String? {
        for cell in layout.cells {
            guard let rotor = cell.scene as? RotorLayout else { return "no rotor" }
            let search = RotorSearch(studio.pixels, rotor, studio.theme, tolerance: tolerance)
            if let problem = search.rectangleProblem(.degrees(angles[cell.control])) {
                return "control \(cell.control) at \(angles[cell.control])°: \(problem)"
            }
        }
        return nil
    }
}
