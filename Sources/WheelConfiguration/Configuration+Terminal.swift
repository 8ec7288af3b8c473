import WheelCore
import WheelModel

extension Configuration {
    /// Settings for a terminal. It is the only display, and its keyboard and mouse turn every control.
    /// `graphics` is how the terminal shows pictures; `nil`: as it can.
    public static func settingsInTerminal(_ settings: Settings, graphics: TerminalGraphics? = nil) -> Settings {
        var settings = settings
        var display = DisplaySettings(name: "terminal", output: .terminal)
        display.followsGround = true
        display = settings.displays.first { $0.output == .terminal } ?? display
        display.graphics = graphics
        settings.displays = [display]
        for page in settings.panel.pages.indices { settings.panel.pages[page].display = nil }
        for input in settings.panel.inputs.indices {
            settings.panel.inputs[input].display = nil
        }
        guard !settings.panel.inputs.contains(where: { $0.source == .terminal }) else { return settings }
        var name = "terminal"
        while settings.panel.inputs.contains(where: { $0.name == name }) { name += "-2" }
        settings.panel.inputs.append(
            InputSettings(name: name, source: .terminal, controls: Array(settings.panel.controls.indices)))
        return settings
    }
}

extension InputSource {
    fileprivate var isReversed: Bool {
        switch self {
        case .gpio(let gpio): gpio.encoder?.isReversed ?? false
        case .evdev(let evdev): evdev.isReversed
        case .client(let client): client.isReversed
        case .touch, .terminal: false
        }
    }
}

extension Configuration {
    /// The same settings with clients in place of the devices. A terminal stays.
    public static func settingsWithoutDevices(_ settings: Settings) -> Settings {
        var settings = settings
        for input in settings.panel.inputs.indices {
            let source = settings.panel.inputs[input].source
            guard source != .terminal else { continue }
            settings.panel.inputs[input].source = .client(
                ClientInputSettings(isReversed: source.isReversed, isKnob: source.isKnob))
        }
        return settings
    }
}
