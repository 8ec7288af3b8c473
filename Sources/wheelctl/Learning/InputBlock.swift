import WheelCore

/// An `[[input]]` to paste into a configuration.
struct InputBlock {
    private(set) var lines: [String]

    init(name: String, type: String) {
        lines = ["[[input]]"]
        set("name", text: name)
        set("type", text: type)
    }

    mutating func set(_ key: String, _ value: String, note: String? = nil) {
        lines.append("\(key) = \(value)" + (note.map { "  # \($0)" } ?? ""))
    }

    mutating func set(_ key: String, text: String) { set(key, Self.quoted(text)) }

    mutating func set(_ key: String, line: GPIOLine) {
        switch line {
        case .named(let name): set(key, text: name)
        case .offset(let offset): set(key, "\(offset)")
        }
    }

    mutating func comment(_ text: String) { lines.append("# \(text)") }

    mutating func recordLoss() {
        comment("events were lost, so the counts are too low: learn again, more slowly")
    }

    static func quoted(_ text: String) -> String { ForeignText(text).toml }
}

extension InputBlock {
    mutating func set(_ analysis: EncoderAnalysis) {
        setDetents(analysis.detents, counted: analysis.countedDetents)
        if analysis.isDetentless { set("detentless", "true") }
        set("transitions_per_detent", "\(analysis.transitionsPerDetent)")
        if !analysis.isDetentless, analysis.transitionsPerDetent > 1, analysis.rest != .open {
            set("rest", text: analysis.rest.rawValue)
        }
        if analysis.longestBounce > .zero {
            let tenths = (analysis.longestBounce.microseconds + 50) / 100
            let needsDebounce = analysis.isDetentless || analysis.transitionsPerDetent == 1
            let usual = GPIOEncoderSettings.usualDebounce(
                detents: analysis.detents, transitionsPerDetent: analysis.transitionsPerDetent,
                isDetentless: analysis.isDetentless)
            if needsDebounce, analysis.longestBounce >= usual {
                set("debounce_us", "\(min(analysis.longestBounce.microseconds / 1000 + 1, 10) * 1000)")
            }
            comment(
                "\(analysis.bouncyPercent) % of the changes bounced, for \(tenths / 10).\(tenths % 10) ms at most; "
                    + (needsDebounce ? "the debounce absorbs that" : "wheeld counts right without debounce_us"))
        }
        if analysis.errors > 0 { comment("\(analysis.errors) edges were missing: check the wiring of the lines") }
    }

    mutating func setDetents(_ detents: Int, counted: Int) {
        set("detents", "\(detents)", note: counted == detents ? nil : "counted: \(counted)")
    }
}
