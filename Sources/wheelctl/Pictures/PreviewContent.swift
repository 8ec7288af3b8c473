import WheelCore
import WheelModel
import WheelScene
import WheelTouch
import WheelWire

/// The content of `wheelctl preview`: a panel in the state that the command's options give it.
struct PreviewContent {
    /// The states that only the option `--state` gives a control.
    enum Condition: String, CaseIterable {
        /// The value was set four seconds ago, and has just become stale.
        case stale
        /// The inputs that turn the control wait for their devices.
        case noKnob = "no-knob"
        /// No value was set yet.
        case noValue = "no-value"
        case running
        case paused
    }

    private(set) var state: SceneState

    private let controls: [ControlSettings]
    private static let command = PreviewRequest.command

    /// The time of the picture. The panel starts at this time, so that no value is stale.
    static let now = Instant(microseconds: 0)

    /// The page or the control that the options name; `nil` for what the display shows at its start.
    static func view(_ arguments: Arguments, _ panel: PanelSettings) throws(Failure) -> SceneView? {
        if let name = arguments.value("--control") {
            let names = panel.controls.map(\.name)
            return .control(try PreviewRequest.known(name, names.firstIndex(of: name), "control", names))
        }
        guard let text = arguments.value("--page") else { return nil }
        let names = panel.pages.map(\.name)
        guard let page = Int(text) else {
            return .page(try PreviewRequest.known(text, names.firstIndex(of: text), "page", names))
        }
        guard panel.pages.indices.contains(page - 1) else {
            throw .usage(command, "there is no page \(page): the configuration has \(panel.pages.count)")
        }
        return .page(page - 1)
    }

    static func display(of view: SceneView?, _ panel: PanelSettings) -> Int {
        if case .page(let page) = view { panel.pages[page].display ?? 0 } else { 0 }
    }

    init(_ invocation: Invocation, _ view: SceneView?, _ pictureSettings: PictureSettings) throws(Failure) {
        controls = pictureSettings.settings.controls
        let arguments = invocation.arguments
        var panel = Panel(pictureSettings.settings)
        for word in arguments.values("--value") { _ = try Self.set(word, "--value", invocation, controls, on: &panel) }
        for word in arguments.values("--speed") {
            let (control, text) = try Self.pair(word, "--speed")
            try Self.perform(.speed(control: control, .named(text)), "--speed \(word)", on: &panel)
        }
        state = SceneState(pictureSettings, panel, at: Self.now)
        if let view { state.view = view }
        for word in arguments.values("--pending") {
            // The pending value is the result of a `set` on a copy of the panel.
            var other = panel
            try show(pending: Self.set(word, "--pending", invocation, controls, on: &other), of: other)
        }
        for name in arguments.values("--editing") {
            for control in name.isEmpty ? Array(controls.indices) : [try index(of: name)] {
                state = state.with(control) { $0.isEditing = true }
            }
        }
        for name in arguments.values("--locked") {
            if name.isEmpty {
                state.isLocked = true
            } else {
                state = state.with(try index(of: name)) { $0.isLocked = true }
            }
        }
        for word in arguments.values("--state") { try show(condition: word, pictureSettings.settings.ramps) }
        state.focus = pictureSettings.marked(panel.instrument, on: state.view) {
            pictureSettings.settings.inputs[$0].source.isKnob == false
        }
        if let name = arguments.value("--focus") { state.focus = try index(of: name) }
    }

    private func index(of name: String) throws(Failure) -> Int {
        let names = controls.map(\.name)
        return try PreviewRequest.known(name, names.firstIndex(of: name), "control", names)
    }

    private mutating func show(pending name: String, of panel: Panel) throws(Failure) {
        let control = try index(of: name)
        guard let timeout = controls[control].confirmTimeout else {
            throw .usage(
                Self.command, "\(name) has no pending values: its table in the configuration lacks confirm = true")
        }
        let applied = state.controls[control].number
        state = state.with(control) {
            $0 = ControlPicture(panel.instrument, control, at: Self.now)
            $0.applied = applied
            $0.pendingUntil = Self.now + timeout
        }
    }

    private mutating func show(condition word: String, _ ramps: [RampSettings]) throws(Failure) {
        let (name, text) = try Self.pair(word, "--state")
        let control = try index(of: name)
        let condition = try PreviewRequest.known(
            text, Condition(rawValue: text), "state", Condition.allCases.map(\.rawValue))
        state = state.with(control) {
            switch condition {
            case .stale:
                $0.age = AgePicture(writtenAt: Self.now + .seconds(-4), staleAt: Self.now)
            case .noKnob: $0.knob = .waiting
            case .noValue: $0.hasValue = false
            case .running, .paused:
                $0.ramp = RampPicture(
                    index: ramps.firstIndex { $0.control == control }, isPaused: condition == .paused)
                $0.rampFraction = 0.4
            }
        }
    }

    /// Sets a control as the word `NAME=VALUE` says, and returns the control's name.
    private static func set(
        _ word: String, _ option: String, _ invocation: Invocation, _ controls: [ControlSettings],
        on panel: inout Panel
    ) throws(Failure) -> String {
        let (control, text) = try pair(word, option)
        let kind = controls.first { $0.name == control }?.kind
        let value = try invocation.value(text, for: control, of: kind)
        try perform(.set(Assignment(control: control, value: value), SetManner()), "\(option) \(word)", on: &panel)
        return control
    }

    private static func perform(_ request: Request, _ option: String, on panel: inout Panel) throws(Failure) {
        var changes = Changes()
        do throws(CommandRefusal) {
            _ = try panel.perform(request, by: .client(0), at: now, into: &changes)
        } catch {
            throw .usage(command, "\(option): \(RequestError(error).message)")
        }
    }

    private static func pair(_ word: String, _ option: String) throws(Failure) -> (control: String, text: String) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw .usage(command, "\(option) must be NAME=…, not '\(word)'") }
        return (parts[0], parts[1])
    }
}
