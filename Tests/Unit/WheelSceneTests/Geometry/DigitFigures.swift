import TestSupport
import WheelCore
import WheelModel

@testable import WheelScene

/// The figures of the digits scene, measured on layouts.
extension GeometryFigures {
    static func digits() throws -> [Row] {
        let spaced = layout(group: " ")
        let written = layout(group: "'")
        let em = spaced.capital / DigitRow.capitalPerEm
        func ems(_ length: Double) -> String { "\(number((length / em * 1e4).rounded() / 1e4)) em" }
        let thousands = spaced.columns[1].x + spaced.columnWidth
        let wide = written.capital / DigitRow.capitalPerEm
        let ones = spaced.columns[4]
        let point = spaced.columns[5].x - ones.x - spaced.columnWidth
        let line = spaced.underline(of: 0) ?? .zero
        let measures = spaced.measures
        return [
            ("largest h", "\(number(spaced.capital / measures.pixelsPerMillimetre)) mm"),
            ("h ÷ em", number(DigitRow.capitalPerEm)), ("digit", ems(spaced.columnWidth)),
            ("sign", ems(spaced.columns[0].x - spaced.field.minX)), ("point", ems(point)),
            ("space between groups", ems(spaced.columns[2].x - thousands)),
            (
                "another character between groups",
                "\(number(((written.columns[2].x - written.columns[1].x - written.columnWidth) / wide * 1e4).rounded() / 1e4)) em"
            ),
            ("space before the unit", ems((spaced.unit?.box.minX ?? 0) - spaced.field.maxX)),
            ("unit ÷ digits", number((spaced.unit?.capital ?? 0) / spaced.capital)),
            ("underline", "\(number((line.height / measures.pixelsPerMillimetre * 10).rounded() / 10)) mm"),
            ("row", "\(number(DigitRow.heights)) h"),
            ("smallest digit for fingers", "\(number((measures.target / measures.pixelsPerMillimetre).rounded())) mm"),
        ]
    }

    /// A layout in a cell that is larger than needed.
    private static func layout(group: String) -> DigitsLayout {
        let settings = NumberSettings(
            range: ValueRange(-30000, 30000), decimals: 1, shown: ShownText(group: group, unit: "Hz"),
            speeds: [Speed(name: "1", amount: .perDetent(1), density: 8, lineWidth: 1)])
        let measures = Measures(pixelsPerMillimetre: 10)
        let frame = CellFrame(Rect(x: 0, y: 0, width: 2000, height: 700), measures)
        let room = SceneRoom(
            cell: frame.rect, body: frame.body, measures: measures, hasSteppers: false, isTouched: true)
        return DigitsLayout(ControlSettings(name: "n", quantity: .float(settings)), settings, in: room)
    }
}
