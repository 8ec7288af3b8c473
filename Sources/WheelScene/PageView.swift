import WheelCanvas
import WheelGeometry
import WheelModel

/// A page's layout with its texts in their sizes.
struct PageView {
    let view: SceneView
    let layout: PageLayout
    let texts: [CellTexts]
    let tabs: TabStrip

    init(_ instrument: Instrument, _ view: SceneView, size: Size, typeface: Typeface) {
        self.view = view
        layout = PageLayout(instrument, view, size: size)
        texts = layout.cells.map { cell in
            CellTexts(instrument.settings.controls[cell.control], cell.scene, typeface: typeface)
        }
        tabs = TabStrip(layout.tabs, instrument.settings.pages, typeface: typeface)
    }

    var controls: [Int] { layout.cells.map(\.control) }

    func drawLayer(_ figures: (Int) -> Figure, focus: Int?, into sketch: inout Sketch) {
        for (cell, texts) in zip(layout.cells, texts) {
            if layout.isBank { drawCard(cell, isMarked: cell.control == focus, into: &sketch) }
            let figure = figures(cell.control)
            if figure.state.applied == nil {
                texts.drawTitle(into: &sketch)
                texts.drawSpeed(figure, into: &sketch)
            }
            cell.scene.drawLayer(figure, texts, into: &sketch)
        }
    }

    func drawMoving(_ figures: (Int) -> Figure, into sketch: inout Sketch) {
        for (cell, texts) in zip(layout.cells, texts) {
            let figure = figures(cell.control)
            cell.scene.drawMoving(figure, into: &sketch)
            texts.value.draw(figure.state, figure.settings, into: &sketch, sketch.theme.text)
            cell.pendingRow.draw(texts.value, figure, texts.title.font.typeface, into: &sketch)
        }
    }

    /// The strip does not move while pages change.
    func drawTabs(into sketch: inout Sketch) {
        guard case .page(let page) = view else { return }
        tabs.draw(current: page, into: &sketch)
    }

    private func drawCard(_ cell: PageLayout.Cell, isMarked: Bool, into sketch: inout Sketch) {
        let width = isMarked ? max(2, (layout.gap * 0.4).rounded()) : 1
        let radius = layout.gap * 1.6
        sketch.fill(cell.rect, radius: radius, isMarked ? sketch.theme.accent : sketch.theme.raised)
        sketch.fill(cell.rect.inset(by: width), radius: max(0, radius - width), sketch.theme.cell)
    }
}
