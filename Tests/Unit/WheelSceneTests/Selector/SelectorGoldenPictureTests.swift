import Testing
import WheelCanvas
import WheelCore

@testable import WheelModel
@testable import WheelScene

/// Golden pictures of selectors in their forms and states.
@Suite struct SelectorGoldenPictureTests {
    private struct Picture {
        var name: String
        var positions: PositionSettings
        var chosen: Int
        var width: Int
        var height: Int
        var theme = Theme.dark
        /// The pending position.
        var pending: Int?
        var isStale = false
        var isOpen = false
    }

    private static let mute = SelectorPanel.positions("off,on,auto", off: 0)
    private static let modes = SelectorPanel.modes
    private static let waves = PositionSettings(
        positions: ["Sine", "Triangle", "Saw", "Square", "Pulse", "Noise", "Ring", "Fold", "Glass", "Choir", "Reed"].map
        {
            Position(name: $0)
        })

    private static let pictures: [Picture] = {
        func states(_ theme: Theme, _ suffix: String) -> [Picture] {
            [
                Picture(
                    name: "off-\(suffix)", positions: mute, chosen: 0, width: 320, height: 140, theme: theme),
                Picture(
                    name: "stale-\(suffix)", positions: mute, chosen: 0, width: 320, height: 140, theme: theme,
                    isStale: true),
                Picture(
                    name: "pending-\(suffix)", positions: mute, chosen: 1, width: 320, height: 240, theme: theme,
                    pending: 2),
            ]
        }
        return [
            Picture(name: "segments", positions: mute, chosen: 1, width: 320, height: 140),
            Picture(name: "grid", positions: modes, chosen: 1, width: 320, height: 240, theme: .light),
            Picture(name: "list-start", positions: waves, chosen: 0, width: 140, height: 320),
            Picture(name: "list-middle", positions: waves, chosen: 5, width: 140, height: 320),
            Picture(name: "list-end", positions: waves, chosen: 10, width: 140, height: 320, theme: .light),
            Picture(
                name: "word", positions: SelectorPanel.patches, chosen: 16, width: 200, height: 110, theme: .light),
            Picture(
                name: "toggle", positions: SelectorPanel.positions("receive,transmit", off: 0), chosen: 1, width: 120,
                height: 110),
            Picture(
                name: "chooser", positions: SelectorPanel.patches, chosen: 16, width: 480, height: 320, isOpen: true),
            Picture(
                name: "chooser-mono", positions: SelectorPanel.patches, chosen: 16, width: 480, height: 320,
                theme: .mono, isOpen: true),
        ] + states(.dark, "dark") + states(.light, "light") + states(.mono, "mono")
    }()

    @Test(arguments: pictures.map(\.name))
    func looksAsItDid(_ name: String) throws {
        let picture = try #require(Self.pictures.first { $0.name == name })
        var settings = SelectorPanel.settings([picture.positions])
        settings.controls[0].label = "Mode"
        if picture.pending != nil { settings.controls[0].confirmTimeout = .seconds(8) }
        let studio = try Studio(settings, width: picture.width, height: picture.height, theme: picture.theme)
        studio.set(0, .position(picture.chosen))
        studio.draw { state in
            state = state.with(0) { control in
                if let pending = picture.pending {
                    (control.applied, control.number) = (control.number, Double(pending))
                }
                if picture.isStale {
                    control.age = AgePicture(writtenAt: studio.time + .seconds(-3), staleAt: studio.time)
                }
            }
            if picture.isOpen { state.openChooser(of: 0, picture: studio.size, studio.stage.measures) }
        }
        try GoldenPictureTests.expect(studio.pixels, toLookLike: "selector-\(name)")
    }
}
