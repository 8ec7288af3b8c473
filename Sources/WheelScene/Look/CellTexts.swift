import WheelCanvas
import WheelCore
import WheelModel

/// The texts of a cell with their fonts.
struct CellTexts {
    var labelRow: LabelRow
    var value: ValueText?
    /// The font of labels and units.
    let label: Font
    let captions: CaptionTexts?
    let typeface: Typeface
    let measures: Measures

    /// The texts are also used for the scene above the plate of a pending value, because the value has the same place
    /// there.
    init(
        _ settings: ControlSettings, _ cell: PageLayout.Cell, isBank: Bool, _ measures: Measures, typeface: Typeface
    ) {
        let scene = cell.scene
        self.typeface = typeface
        self.measures = measures
        value = scene.value.map { ValueText(settings, $0, measures, typeface: typeface) }
        let unit = value?.droppedUnit ?? (scene as? DigitsLayout)?.droppedUnit
        labelRow = LabelRow(
            settings, cell, unit: unit, selector: scene as? SelectorLayout, isBank: isBank, measures, typeface: typeface
        )
        label = labelRow.font
        captions = scene.captions(settings, typeface)
    }
}
