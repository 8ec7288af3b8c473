import WheelCore
import WheelModel

/// The names of a configuration in JSON. Changes refer to them by index.
public struct NameTable: Sendable {
    struct Control: Sendable {
        var name: JSONText
        var speeds: [JSONText]
        var positions: [JSONText]
    }

    struct Input: Sendable {
        var name: JSONText
        /// `nil` for the button of an input that has only one.
        var buttons: [JSONText?]
    }

    let controls: [Control]
    let inputs: [Input]
    let pages: [JSONText]
    let presets: [JSONText]
    let displays: [JSONText]

    /// `displays` are the displays' names. A new table is made when a device has buttons that the configuration does not name.
    public init(_ panel: Instrument, displays: [String] = []) {
        controls = panel.settings.controls.map { control in
            Control(
                name: JSONText(control.name), speeds: control.speeds.map { JSONText($0.name) },
                positions: control.positions?.positions.map { JSONText($0.name) } ?? [])
        }
        inputs = panel.settings.inputs.indices.map { input in
            Input(
                name: JSONText(panel.settings.inputs[input].name),
                buttons: panel.buttonNames(of: input).map { $0.isEmpty ? nil : JSONText($0) })
        }
        pages = panel.settings.pages.map { JSONText($0.name) }
        presets = panel.settings.presets.map { JSONText($0.name) }
        self.displays = displays.map { JSONText($0) }
    }
}
