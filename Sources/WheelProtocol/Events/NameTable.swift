import WheelModel

/// The names of one configuration as JSON writes them, by the indices that changes hold.
public struct NameTable: Sendable {
    struct Control: Sendable {
        var name: JSONText
        var speeds: [JSONText]
        var positions: [JSONText]
    }

    struct Input: Sendable {
        var name: JSONText
        var buttons: [JSONText]
    }

    let controls: [Control]
    let inputs: [Input]
    let pages: [JSONText]
    let displays: [JSONText]

    /// `buttons` are each input's buttons by name, `displays` the names of the displays.
    public init(_ panel: PanelSettings, buttons: [[String]] = [], displays: [String] = []) {
        controls = panel.controls.map { control in
            Control(
                name: JSONText(control.name), speeds: control.speeds.map { JSONText($0.name) },
                positions: control.positions.map { JSONText($0.name) })
        }
        inputs = panel.inputs.enumerated().map { index, input in
            Input(
                name: JSONText(input.name), buttons: index < buttons.count ? buttons[index].map { JSONText($0) } : [])
        }
        pages = panel.pages.map { JSONText($0.name) }
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
