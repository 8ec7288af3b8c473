import WheelCore

extension Configuration {
    /// Adds the encoder of `--gpio A,B[,BUTTON]` to settings.
    ///
    /// If the settings still have the input `knob` of `standard`, the encoder becomes the source of this input.
    /// Otherwise an input `knob` is added, which turns every control.
    public static func settings(
        _ settings: Settings = standard, withGPIO lines: String
    ) throws(GPIOArgumentProblem) -> Settings {
        let gpio = try GPIOSettings(argument: lines)
        var settings = settings
        let knob = standard.panel.inputs[0]
        if let index = settings.panel.inputs.firstIndex(where: { $0.hasSameDevice(as: knob) }) {
            settings.panel.inputs[index].source = .gpio(gpio)
            return settings
        }
        guard !settings.panel.inputs.contains(where: { $0.name == knob.name }) else { throw .nameIsTaken }
        settings.panel.inputs.append(
            InputSettings(name: knob.name, source: .gpio(gpio), controls: Array(settings.panel.controls.indices)))
        return settings
    }
}

public enum GPIOArgumentProblem: Error, Equatable, Sendable, CustomStringConvertible {
    case count
    case sameLine(String)
    case noLine(String)
    case nameIsTaken

    public var description: String {
        switch self {
        case .count:
            "--gpio takes the lines of an encoder, A,B or A,B,BUTTON: names or offsets, as GPIO17,GPIO27 or 17,27,22"
        case .sameLine(let line):
            "--gpio needs different lines, but has \(quoted(line)) twice"
        case .noLine(let text):
            "--gpio has \(quoted(text)), which can be neither a line's name nor its offset (0…65535)"
        case .nameIsTaken:
            "--gpio adds an input named 'knob', but the configuration has one: describe the lines there"
        }
    }
}

extension GPIOSettings {
    fileprivate init(argument: String) throws(GPIOArgumentProblem) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(words.count) else { throw .count }
        var lines: [GPIOLine] = []
        for word in words {
            let line = try Self.line(word)
            guard !lines.contains(line) else { throw .sameLine(word) }
            lines.append(line)
        }
        self.init(
            encoder: GPIOEncoderSettings(a: lines[0], b: lines[1]), button: lines.count > 2 ? lines[2] : nil)
    }

    private static func line(_ word: String) throws(GPIOArgumentProblem) -> GPIOLine {
        let isNumber = !word.isEmpty && word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if isNumber {
            guard let offset = UInt32(word), offset <= 65_535 else { throw .noLine(word) }
            return .offset(offset)
        }
        guard (1...31).contains(word.utf8.count), word.unicodeScalars.allSatisfy(ForeignText.isVisible) else {
            throw .noLine(word)
        }
        return .named(word)
    }
}

extension InputSource {
    fileprivate var isReversed: Bool {
        switch self {
        case .gpio(let gpio): gpio.encoder?.isReversed ?? false
        case .evdev(let evdev): evdev.isReversed
        case .client(let client): client.isReversed
        case .touch: false
        }
    }
}

extension Configuration {
    /// `settings` with a client in place of each input's device.
    public static func settingsWithoutDevices(_ settings: Settings) -> Settings {
        var settings = settings
        for input in settings.panel.inputs.indices {
            let source = settings.panel.inputs[input].source
            settings.panel.inputs[input].source = .client(
                ClientInputSettings(isReversed: source.isReversed, isKnob: source.isKnob))
        }
        return settings
    }
}
