import WheelCore
import WheelModel
@_exported import WheelServer
import WheelTouch
import WheelWire

// What the former model calls otherwise: former-names.txt has its names. scripts/oracle puts them in the place of this file.
typealias Panel = WheelTouch.Panel
typealias Remembered = Instrument.Remembered
typealias TouchLayout = WheelTouch.TouchLayout
typealias TouchTarget = WheelTouch.TouchTarget
typealias TouchKind = WheelTouch.TouchKind
typealias ChipRows = WheelTouch.ChipRows

extension Panel {
    var controls: [Control] { instrument.controls }
    var page: Int? { instrument.page }
    var isLocked: Bool { instrument.isLocked }
    func focus(ofInput input: Int) -> Int? { instrument.focus(ofInput: input) }
    func ownFocus(ofInput input: Int) -> Int? { instrument.ownFocus(ofInput: input) }
    func buttonNames(of input: Int) -> [String] { instrument.buttonNames(of: input) }
    func heldButtons(of input: Int) -> [String] { instrument.heldButtons(of: input) }
    func storedValues(ofPreset name: String) -> [Assignment]? { instrument.storedValues(ofPreset: name) }
    func state(of control: Int, at time: Instant) -> ControlState { instrument.state(of: control, at: time) }
    mutating func button(named name: String, of input: Int) -> Int { prepare { $0.button(named: name, of: input) } }
    mutating func restore(_ control: Int, _ remembered: Remembered) { prepare { _ = $0.restore(control, remembered) } }
    mutating func restoreFocus(of input: Int, on control: Int) { prepare { $0.restoreFocus(of: input, on: control) } }
    mutating func restorePage(_ page: Int) { prepare { $0.restorePage(page) } }
    mutating func restorePreset(_ name: String, _ values: [Assignment]) throws(PresetMisfit) -> [String] {
        try prepare { instrument throws(PresetMisfit) in try instrument.restorePreset(name, values) }
    }

    mutating func takeFirstValues() -> Bool { prepare { $0.consumeFirstValues() } }
    mutating func takeFreshWrites() -> Bool { prepare { $0.consumeFreshWrites() } }

    mutating func answer(
        _ request: Request, from client: Int, at time: Instant, into changes: inout Changes
    ) throws(RequestError) -> Answer? {
        do throws(CommandRefusal) {
            let outcome = try perform(request, by: .client(client), at: time, into: &changes)
            return outcome.map { Answer($0, of: instrument, at: time) }
        } catch {
            throw RequestError(error)
        }
    }

    func isPending(_ control: Int) -> Bool { controls[control].isPending }
    func jumps(of control: Int) -> UInt32 { controls[control].jumps }
    func pendingUntil(of control: Int) -> Instant? { controls[control].pendingUntil }
    func chooser(ofDisplay display: Int) -> ScrolledChips? { view(ofDisplay: display).chooser }
    // `TargetGrid` shows the chart of a control on one display, and its list on the other.
    func zoom(of control: Int) -> AffineTransform {
        let charts = (0..<2).map { view(ofDisplay: $0)[chart: control].transform }
        return charts.first { $0 != .identity } ?? .identity
    }

    func listScroll(of control: Int) -> Scroll? {
        (0..<2).lazy.compactMap { view(ofDisplay: $0).listScroll(of: control) }.first
    }
}
