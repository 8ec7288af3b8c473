import WheelModel

/// The names in a configuration. Changes refer to these names by index.
public struct NameTable: Sendable {
    struct Control: Sendable {
        var name: String
        var speeds: [String]
        var positions: [String]
    }

    struct Input: Sendable {
        var name: String
        var buttons: [String]
        /// The client whose view has this input as its hand.
        var client: Int?

        /// The name of a button; `nil` if it has none, or is the input's only button.
        func button(_ index: Int) -> String? {
            buttons.count > 1 && !buttons[index].isEmpty ? buttons[index] : nil
        }
    }

    let controls: [Control]
    let inputs: [Input]
    let pages: [String]
    let presets: [String]

    /// The names in a panel. `viewer` returns the client whose view has the input as its hand.
    public init(_ panel: Instrument, viewer: (Int) -> Int? = { _ in nil }) {
        controls = panel.settings.controls.map { control in
            Control(
                name: control.name, speeds: control.speeds.map(\.name),
                positions: control.positions?.positions.map(\.name) ?? [])
        }
        inputs = panel.settings.inputs.indices.map { input in
            Input(name: panel.settings.inputs[input].name, buttons: panel.buttonNames(of: input), client: viewer(input))
        }
        pages = panel.settings.pages.map(\.name)
        presets = panel.settings.presets.map(\.name)
    }
}
