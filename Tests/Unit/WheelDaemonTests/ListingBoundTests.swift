import ModelTestSupport
import Testing
import WheelCore
import WheelModel
import WheelServer
import WheelTouch
import WheelWire

@testable import wheeld

/// A listing never exceeds the bound that was computed before values were set and presets stored.
@Suite struct ListingBoundTests {
    /// Names and labels that grow when they are escaped in JSON.
    private static let positions = (0..<5).map { number in
        let (name, label) = (String(repeating: "\"", count: 40), String(repeating: "\u{7f}", count: 200))
        return Position(name: "\(number)\(name)", label: "\(number)\(label)")
    }

    @Test(arguments: [
        [Quantity.float(NumberSettings(range: ValueRange(-1e9, 1e9), texts: [TextForValue(at: -1e9, text: long)]))],
        [.choice(PositionSettings(positions: [Position(name: "a")] + positions))],
        [.selection(PositionSettings(positions: [Position(name: "a")] + positions))],
    ])
    func whatIsSetAndStoredKeepsTheBound(_ quantities: [Quantity]) throws {
        let controls = quantities.enumerated().map {
            ControlSettings(name: "c\($0)", quantity: $1, confirmTimeout: .seconds(8), owner: "synth")
        }
        let values = controls.map { Assignment(control: $0.name, value: Self.first(of: $0)) }
        let presets = (0..<20).map { PresetSettings(name: "p\($0)", values: values, isWritable: true) }
        var panel = Panel(PanelSettings(controls: controls, presets: presets))
        let tables = presets.map { PlainValue.table([PlainValue.Entry("name", .string($0.name))]) }
        let definition = Definition(owner: "synth", tables: [DefinedTables(.presets, tables)])
        let bound = try #require(ListingBound(of: panel.instrument, [definition]).bytes.first)

        var changes = Changes()
        let now = Instant(microseconds: 0)
        for control in controls.indices {
            let given = Self.last(of: controls[control])
            _ = try panel.set([(control, given)], by: .client(1), at: now, into: &changes)
            // This step makes a pending value, except in a selection, whose cursor it moves.
            let isNumber = controls[control].number != nil
            panel.step(control, by: isNumber ? 1 : -1, source: .client(1), at: now, into: &changes)
            let isPending = panel.instrument.state(of: control, at: now).pending != nil
            #expect(isPending == (controls[control].kind != .selection))
        }
        for preset in presets {
            _ = try panel.perform(Request.store(preset: preset.name), by: .client(1), at: now, into: &changes)
        }
        let listing = Listing(
            controls: controls.indices.map { panel.instrument.state(of: $0, at: now) }, inputs: [],
            presets: presets.indices.map { PresetState($0, of: panel.instrument) })
        let length = try #require(listing.asWritten().written?.count)
        #expect(length <= bound)
        #expect(bound < 3 * length, "the bound refuses no more than it must")
    }

    private static let long = String(repeating: "\"", count: 500)

    private static func first(of control: ControlSettings) -> ControlValue {
        switch control.quantity {
        case .float, .int: 0
        case .choice: "a"
        case .selection: ["a"]
        }
    }

    /// The value with the longest text.
    private static func last(of control: ControlSettings) -> GivenValue {
        switch control.quantity {
        case .float, .int: .number(-1e9)
        case .choice(let choice): .position(choice.positions.count - 1)
        case .selection(let selection): .positions(Array(selection.positions.indices))
        }
    }
}
