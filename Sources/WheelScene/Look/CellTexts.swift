import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

/// The texts of a cell in their sizes.
struct CellTexts {
    let labelRow: LabelRow
    let value: ValueText?
    /// The font of labels and units.
    let label: Font
    /// The labels of the positions.
    let captions: CaptionTexts?
    let typeface: Typeface
    let measures: Measures

    init(_ settings: ControlSettings, _ cell: PageLayout.Cell, _ measures: Measures, typeface: Typeface) {
        self.typeface = typeface
        self.measures = measures
        value = cell.scene.value.map { ValueText(settings, $0, measures, typeface: typeface) }
        let unit = value?.droppedUnit ?? (cell.scene as? DigitsLayout)?.droppedUnit
        labelRow = LabelRow(settings, cell, unit: unit, measures, typeface: typeface)
        label = labelRow.font
        captions = cell.scene.captions(settings, typeface)
    }
}
