import WheelModel
import WheelSettings

/// The names of one configuration as JSON writes them, by the indices that changes hold.
public struct NameTable: Sendable {
    struct Control: Sendable {
        var name: JSONText
        var speeds: [JSONText]
        var positions: [JSONText]
    }

    struct Input: Sendable {
        var name: JSONText
        /// An only button has no name.
        var buttons: [JSONText?]
    }

    let controls: [Control]
    let inputs: [Input]
    let pages: [JSONText]
    let displays: [JSONText]

    /// Made anew when a device brings buttons that nobody has named before. `displays` are the displays' names.
    public init(_ panel: Panel, displays: [String] = []) {
        controls = panel.settings.controls.map { control in
            Control(
                name: JSONText(control.name), speeds: control.speeds.map { JSONText($0.name) },
                positions: control.positions.map { JSONText($0.name) })
        }
        inputs = panel.settings.inputs.indices.map { input in
            Input(
                name: JSONText(panel.settings.inputs[input].name),
                buttons: panel.buttonNames(of: input).map { $0.isEmpty ? nil : JSONText($0) })
        }
        pages = panel.settings.pages.map { JSONText($0.name) }
        self.displays = displays.map { JSONText($0) }
    }
}

extension ControlSettings {
    /// The places of a choice or selection; a number has none.
    var positions: [Position] {
        switch quantity {
        case .float, .int: []
        case .choice(let settings), .selection(let settings): settings.positions
        }
    }
}
