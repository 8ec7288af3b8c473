import WheelCanvas
import WheelCore
import WheelModel

/// A page's layout with the fonts of its texts.
struct PageView {
    let layout: PageLayout
    let texts: [CellTexts]
    let tabs: TabStrip
    private let emptySentence: String
    private let typeface: Typeface
    /// The page that a small picture of two colours shows in place of the cards; `nil` for other pictures.
    let mono: MonoPage?

    init(
        _ pictureSettings: PictureSettings, _ view: SceneView, size: Size, _ measures: Measures, typeface: Typeface,
        screen: (PageScreens) -> Int = { _ in 0 }
    ) {
        self.typeface = typeface
        emptySentence = pictureSettings.emptySentence(of: view)
        layout = PageLayout(pictureSettings, view, size: size, measures: measures, screen: screen)
        let (isBank, own) = (layout.isBank, layout.measures)
        var texts = layout.cells.map { cell in
            CellTexts(
                pictureSettings.settings.controls[cell.control], cell, isBank: isBank, own, typeface: typeface)
        }
        var values = texts.map(\.value)
        ValueText.align(&values, layout.cells)
        var rows = texts.map(\.labelRow)
        LabelRow.align(&rows)
        for index in texts.indices { (texts[index].value, texts[index].labelRow) = (values[index], rows[index]) }
        self.texts = texts
        tabs = TabStrip(layout.tabs, measures, typeface: typeface)
        mono =
            layout.isAlone && !layout.cells.isEmpty
            ? MonoPage(layout.cells, pictureSettings.settings, size: size, typeface: typeface) : nil
    }

    var view: SceneView { layout.view }
    var controls: [Int] { layout.cells.map(\.control) }

    /// The controls of the page, and whether the layer depends on their chosen positions.
    var layerControls: [(control: Int, followsChoice: Bool)] {
        layout.cells.map { cell in
            let scenes = [false, true].map(cell.scene(isPending:))
            return (cell.control, mono != nil || scenes.contains(where: \.layerFollowsChoice))
        }
    }

    func drawLayer(_ figures: (Int) -> Figure, focus: Int?, into sketch: inout Sketch) {
        if let mono { return mono.drawLayer(figures, focus: focus, into: &sketch) }
        if layout.cells.isEmpty { drawEmpty(into: &sketch) }
        for (index, cell) in layout.cells.enumerated() {
            let figure = figures(cell.control)
            let (scene, texts) = shown(index, figure)
            let isMarked = cell.control == focus
            drawCard(cell.frame.rect, figure, isMarked: isMarked && layout.isBank, into: &sketch)
            if sketch.theme.isMono, isMarked, layout.isBank {
                let card = cell.frame.rect
                let height = cell.frame.body.minY - card.minY
                sketch.fill(Rect(x: card.minX, y: card.minY, width: card.width, height: height), sketch.theme.hand)
                sketch.draw(in: .inverse) { texts.labelRow.draw(figure, isMarked: true, into: &$0) }
            } else {
                texts.labelRow.draw(figure, isMarked: isMarked, into: &sketch)
            }
            scene.drawLayer(figure, texts, into: &sketch)
            if figure.isPending { cell.pending?.plate.drawLayer(into: &sketch) }
        }
    }

    func drawMoving(_ figures: (Int) -> Figure, focus: Int?, into sketch: inout Sketch) {
        if let mono { return mono.drawMoving(figures, focus: focus, into: &sketch) }
        for (index, cell) in layout.cells.enumerated() {
            let figure = figures(cell.control)
            let (scene, texts) = shown(index, figure)
            scene.drawMoving(figure, texts, into: &sketch)
            let color = figure.isStale ? sketch.theme.secondary : sketch.theme.text
            texts.value?.draw(figure.state, figure.settings, into: &sketch, color)
            if let applied = figure.appliedWords {
                cell.pending?.plate.drawMoving(
                    now: applied, digits: figure.appliedDigits, wait: figure.wait, typeface, into: &sketch)
            }
        }
    }

    /// The scene and the texts of a cell. While a value is pending, the result is the scene above the plate.
    func shown(_ index: Int, _ figure: Figure) -> (scene: any Scene, texts: CellTexts) {
        (layout.cells[index].scene(isPending: figure.isPending), texts[index])
    }

    /// Draws the tabs, which do not move while pages change.
    func drawTabs(into sketch: inout Sketch) { tabs.draw(into: &sketch) }

    /// Whether this page or screen is to the right of another one; `nil` if the two views have no order.
    func isAfter(_ other: PageView) -> Bool? {
        guard view != other.view else { return layout.screen > other.layout.screen }
        guard let page = view.page, let otherPage = other.view.page else { return nil }
        return page > otherPage
    }

    private func drawEmpty(into sketch: inout Sketch) {
        let room = layout.area.inset(by: layout.measures.padding)
        let font = typeface.font(capital: layout.measures.label)
        let text = FittedText(
            emptySentence, in: room, pixels: font.pixels, typeface: typeface)
        text.draw(into: &sketch, sketch.theme.text)
    }

    /// A marked control has a frame in the hand's colour. While a control is being edited, its card has a second frame
    /// inside the first, even if another control is marked. With only two colours both frames are thin, and the bar
    /// with the label of the marked control is inverse.
    private func drawCard(_ card: Rect, _ figure: Figure, isMarked: Bool, into sketch: inout Sketch) {
        let (theme, measures) = (sketch.theme, layout.measures)
        let width = isMarked && !theme.isMono ? measures.focusStroke : measures.hairline
        sketch.plate(
            card, radius: measures.cardRadius, theme.cell, edge: width, isMarked ? theme.hand : theme.edge)
        // A pending value has a dashed frame in the place of the second frame, which is then not drawn.
        guard layout.isBank, figure.state.isEditing, !figure.isPending else { return }
        let inset = (theme.isMono ? width : measures.focusStroke) + measures.hairline
        sketch.plate(
            card.inset(by: inset), radius: max(0, measures.cardRadius - inset), theme.cell, edge: measures.stroke,
            theme.hand)
    }
}
