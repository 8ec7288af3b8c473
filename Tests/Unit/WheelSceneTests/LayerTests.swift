import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel

@testable import WheelScene

/// Chosen positions are drawn above the layer, so a step need not draw the layer, which has hundreds of shapes if there
/// are hundreds of seats.
@Suite struct LayerTests {
    @Test(arguments: [PositionLayout.rows, .arc, nil], [4, 12, 300]) func aStepDrawsNoLayer(
        _ layout: PositionLayout?, _ count: Int
    ) throws {
        let positions = PositionSettings(positions: PositionSettings.numbered(count), layout: layout)
        let choice = ControlSettings(name: "seat", quantity: .choice(positions))
        let selection = ControlSettings(name: "seats", quantity: .selection(positions))
        let studio = try Studio(PanelSettings(controls: [choice, selection]), width: 800, height: 480)
        // A list shows the number of its chosen row beside its label, so each step draws its layer: lists are not
        // tested.
        let scenes = studio.layout().cells.map { $0.scene(isPending: false) }
        try #require(layout == nil || !scenes.contains(where: \.layerFollowsChoice))
        guard !scenes.contains(where: \.layerFollowsChoice) else { return }
        studio.draw()
        var layers = 0
        studio.stage.layerDrawn = { _ in layers += 1 }
        for step in [1, 2, 3, 0] {
            studio.set(0, .position(step))
            studio.set(1, .positions([step, 3 - step]))
            studio.draw()
            #expect(studio.damage.pixelCount > 0)
        }
        #expect(layers == 0)
    }
}
