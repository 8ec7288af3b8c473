import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelCanvas
@testable import WheelScene

/// One control's scene alone on a picture with 7.3 pixels to a millimetre, and the shapes that it draws.
struct Specimen {
    struct Line {
        var from: Point
        var to: Point
        var width: Double
    }

    struct Shapes {
        var lines: [Line] = []
        var rings: [(inner: Double, outer: Double)] = []
        /// The radii of discs.
        var discs: [Double] = []
        var rectangles: [Rect] = []

        init(_ list: DisplayList) {
            for item in list.items {
                guard case .shape(let shape, let transform) = item.content else { continue }
                switch shape {
                case .capsule(let from, let to, let width):
                    lines.append(
                        Line(from: transform.apply(to: from), to: transform.apply(to: to), width: width))
                case .ringSector(_, let inner, let outer, _, _): rings.append((inner, outer))
                case .disc(_, let radius): discs.append(radius)
                case .roundedRectangle(let rect, _): rectangles.append(rect)
                }
            }
        }
    }

    let measures: Measures
    let cell: PageLayout.Cell
    let scene: any Scene
    let layer: Shapes
    let moving: Shapes
    private let targets: [TouchTarget]

    init(_ settings: ControlSettings, _ size: Size = Size(width: 400, height: 400), isTouched: Bool = false) throws {
        var panel = PanelSettings(controls: [settings])
        if isTouched { panel.inputs = [.touch] }
        let time = Instant(microseconds: 0)
        let pictureSettings = PictureSettings(panel)
        let state = SceneState(pictureSettings, Panel(panel), at: time).with(0) { $0.isEditing = true }
        measures = Measures(pixelsPerMillimetre: 7.3)
        cell = PageLayout(pictureSettings, .all, size: size, measures: measures).cells[0]
        scene = cell.scene
        targets = scene.targets(of: 0, state)
        let figure = Figure(0, of: state, in: Motion(state), at: time)
        let texts = CellTexts(settings, cell, isBank: false, measures, typeface: try Typeface())
        var sketches = (Sketch(theme: .dark), Sketch(theme: .dark))
        scene.drawLayer(figure, texts, into: &sketches.0)
        scene.drawMoving(figure, texts, into: &sketches.1)
        (layer, moving) = (Shapes(sketches.0.list), Shapes(sketches.1.list))
    }

    func layout<Layout: Scene>(_ type: Layout.Type) throws -> Layout { try #require(scene as? Layout) }

    func target(_ isWanted: (TouchKind) -> Bool) -> Rect {
        targets.first { isWanted($0.kind) }?.area ?? .zero
    }

    /// The radius around an arm's vertex within which the angle of a finger is ignored.
    var ignoredRadius: Double {
        for target in targets {
            if case .arm(_, _, let radius, _, _) = target.kind { return radius }
        }
        return 0
    }
}

extension ControlSettings {
    static func positions(_ count: Int) -> ControlSettings {
        ControlSettings(
            name: "value", quantity: .choice(PositionSettings(positions: PositionSettings.numbered(count))))
    }
}
