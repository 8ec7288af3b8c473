import WheelCore

@testable import WheelScene

/// The figures of the selector scene and of the chooser, measured on layouts.
extension GeometryFigures {
    static func selector() -> [Row] {
        let measures = Measures(pixelsPerMillimetre: 10)
        let touched = ChipSize(measures, isTouched: true)
        let still = ChipSize(measures, isTouched: false)
        let positions = PositionSettings(positions: [Position(name: "i")])
        func millimetres(_ pixels: Double) -> String { "\(number((pixels / 10 * 100).rounded() / 100)) mm" }
        func size(_ size: Size) -> String { "\(millimetres(size.width)) × \(millimetres(size.height))" }
        return [
            ("smallest chip", size(touched.least(for: positions))), ("gap", millimetres(touched.gap)),
            ("padding", millimetres(touched.padding)), ("word", millimetres(touched.capital)),
            ("smallest word", millimetres(measures.label)),
            ("height without touch", millimetres(still.least(for: positions).height)),
            ("least height without touch", millimetres(still.tightHeight)),
            ("gap without touch", millimetres(still.gap)), ("fewest rows of a list", "\(SelectorForm.leastRows)"),
            ("most chips of a selection", "\(PositionSettings.mostInSelector)"),
        ]
    }

    static func chooser() -> [Row] {
        let measures = Measures(pixelsPerMillimetre: 7.3)
        let positions = PositionSettings(positions: (1...40).map { Position(name: "Patch \($0)") })
        let settings = ControlSettings(name: "c", quantity: .choice(positions))
        func layout(_ width: Double, _ height: Double) -> ChooserLayout {
            ChooserLayout(settings, positions, picture: Size(width: width, height: height), measures)
        }
        func grid(_ layout: ChooserLayout) -> String { "\(layout.rows.columns) × \(number(layout.rows.visibleRows))" }
        return [
            ("×", "\(number((layout(800, 480).close.width / 7.3).rounded())) mm"),
            ("800 × 480", grid(layout(800, 480))),
            ("480 × 800", grid(layout(480, 800))),
        ]
    }
}
