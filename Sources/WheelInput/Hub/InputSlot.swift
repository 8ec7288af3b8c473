import LinuxSystem
import WheelCore
import WheelModel

/// One input of the configuration, with its open devices.
final class InputSlot {
    private(set) var settings: InputSettings
    let merger: InputMerger
    /// The last state that was reported. The detail names the devices, or gives the reason why the input has none.
    private(set) var state = (state: DeviceState.waiting, detail: "")
    var parts: [EvdevPart] = []
    var gpio: GPIODevice?
    /// The client that feeds the input, if the input is of type `client`.
    var fed: FedDevice?
    /// Why no event device is used, although one may be present: for example, the device could not be opened.
    var problem: String?
    /// The size to which touch positions are scaled; `nil` if it is not set.
    var touchArea: Size?

    init(_ settings: InputSettings, index: Int, receiver: any InputReceiver) {
        self.settings = settings
        merger = InputMerger(index: index, receiver: receiver)
    }

    var buttonNames: [String] { settings.buttons.map(\.name) }

    var waitsForNode: Bool { settings.usesEventDevices && parts.isEmpty }

    func waitForNode(at time: Instant) { report(.waiting, problem ?? absence, at: time) }

    /// The detail of the state `waiting`: what is missing.
    private var absence: String {
        if let match = settings.match { return "no device that matches \(match.text)" }
        switch settings.source {
        case .evdev: return "no rotary device"
        case .touch: return "no touchscreen"
        case .gpio: return "the GPIO chip was disconnected"
        case .client: return "no client feeds it"
        }
    }

    /// Whether the input can keep its devices under new settings.
    func keepsDevices(under settings: InputSettings) -> Bool {
        guard self.settings.hasSameDevice(as: settings) else { return false }
        if self.settings.detents() != settings.detents(), parts.contains(where: \.keepsDetents) { return false }
        return self.settings.isDetentless == settings.isDetentless
    }

    /// Applies the index and settings of a reload. The numbers and names of the buttons may change.
    func move(to index: Int, _ settings: InputSettings, at time: Instant) {
        merger.index = index
        self.settings = settings
        let before = heldButtons
        merger.resetButtons()
        for part in parts { part.renumber(buttonNames: buttonNames) }
        if settings.hasGPIOButton { gpio?.renumber() }
        fed?.renumber(buttonNames: buttonNames)
        let after = heldButtons
        for name in before.subtracting(after) { merger.releaseRenamed(name, at: time) }
    }

    /// The names of the held buttons. A button on a GPIO line is left out, since its name never changes.
    private var heldButtons: Set<String> {
        Set(parts.flatMap(\.heldButtons)).union(fed?.frames.heldButtons ?? [])
    }

    /// Reports a state if the state has changed.
    func report(_ newState: DeviceState, _ detail: String, at time: Instant) {
        guard state != (newState, detail) else { return }
        state = (newState, detail)
        if settings.view == nil { Log.info("input \(settings.name): \(newState.rawValue): \(detail)") }
        merger.send(.state(newState, detail: detail), at: time)
    }

    func waitForClient(at time: Instant) {
        if case .client = settings.source, fed == nil { report(.waiting, absence, at: time) }
    }

    /// Reports the loss of the input's device: the last device was unplugged, or the client no longer feeds the input.
    func lose(_ reason: String, at time: Instant) {
        if fed != nil {
            // The next client's surface may have another size, so the size is not kept.
            fed = nil
            touchArea = nil
        }
        merger.raw(StateCode.unplugged.rawValue, 1, at: time)
        if case .touch = settings.source { merger.send(.touchesCancelled, at: time) }
        merger.reset()
        logLoss(reason)
        merger.send(.state(.lost, detail: reason), at: time)
        state = (.waiting, absence)
        merger.send(.state(.waiting, detail: absence), at: time)
    }

    /// Logs the loss of a client as information and the loss of a device as a warning.
    private func logLoss(_ reason: String) {
        guard settings.view == nil else { return }
        if case .client = settings.source {
            Log.info("input \(settings.name): lost (\(reason)), waiting")
        } else {
            Log.warning("input \(settings.name): device lost (\(reason)), waiting")
        }
    }

    /// Reports the raw events with which a recording begins.
    func reportInitialState(at time: Instant) {
        gpio?.reportLevels(at: time)
        for part in parts { part.reportInitialState(slots: part.device.slots, at: time) }
        fed?.reportSize(at: time)
    }

    var deviceNames: String {
        parts.map { "\($0.device.node.name) (\($0.device.node.path))" }.joined(separator: ", ")
    }
}

extension InputSettings {
    var hasGPIOButton: Bool {
        if case .gpio(let gpio) = source { gpio.button != nil } else { false }
    }
}
