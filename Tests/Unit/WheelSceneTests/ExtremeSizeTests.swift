import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// For any size and density of a display, the picture can be drawn and the touch targets can be arranged.
@Suite struct ExtremeSizeTests {
    private static let sides = [1, 2, 8, 16, 17, 18, 31, 64, 800]

    private static func positions(_ count: Int) -> PositionSettings {
        PositionSettings(
            positions: (0..<count).map {
                Position(name: "\($0)", label: String(repeating: "w", count: 1 + $0 * 7 % 23))
            })
    }

    /// One control of each kind and scene.
    private static let controls: [ControlSettings] = {
        let range = NumberSettings(range: ValueRange(-400, 400), unit: "°")
        let scenes: [SceneKind] = [.angle, .rotor, .wheel, .digits, .readout]
        var controls = scenes.map { ControlSettings(name: $0.rawValue, quantity: .float(range), scene: $0) }
        for count in [2, 24, 130] {
            controls.append(ControlSettings(name: "choice\(count)", quantity: .choice(positions(count))))
            controls.append(ControlSettings(name: "selection\(count)", quantity: .selection(positions(count))))
            for layout in [PositionLayout.rows, .arc, nil] {
                let seats = PositionSettings(positions: PositionSettings.numbered(count), layout: layout)
                controls.append(
                    ControlSettings(name: "seats\(count)", quantity: .selection(seats), scene: .positions))
            }
        }
        return controls
    }()

    @Test(arguments: sides) func everySceneHasALayout(_ width: Int) throws {
        for control in Self.controls {
            let panel = PanelSettings(controls: [control], inputs: [.touch])
            let pictureSettings = PictureSettings(panel)
            for height in Self.sides {
                let size = Size(width: Double(width), height: Double(height))
                for density in [nil, 0.01, 40] {
                    let measures = density.map { Measures(pixelsPerMillimetre: $0) }
                    var arranger = TouchArranger(screen: size, rotation: .none, measures: measures)
                    var state = SceneState(pictureSettings, Panel(panel), at: .distantPast)
                    #expect(arranger.layout(for: state) != nil)
                    guard control.positions != nil else { continue }
                    state.openChooser(of: 0, picture: size, measures ?? Measures(picture: size))
                    #expect(arranger.layout(for: state) != nil)
                }
            }
        }
    }

    @Test(arguments: sides) func everyPictureIsDrawn(_ width: Int) throws {
        for control in Self.controls {
            for height in [1, 17, 240] {
                for theme in [Theme.dark, .mono] {
                    let studio = try Studio(
                        PanelSettings(controls: [control]), width: width, height: height, theme: theme)
                    studio.draw()
                    guard control.positions != nil else { continue }
                    studio.draw { $0.openChooser(of: 0, picture: studio.size, studio.stage.measures) }
                }
            }
        }
    }
}
