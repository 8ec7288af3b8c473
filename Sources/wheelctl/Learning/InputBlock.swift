import WheelInput
import WheelSettings
import WheelText

/// An `[[input]]` of a configuration, to be pasted.
struct InputBlock {
    private(set) var lines: [String]

    init(name: String, type: String) {
        lines = ["[[input]]"]
        set("name", text: name)
        set("type", text: type)
    }

    mutating func set(_ key: String, text: String, note: String? = nil) { set(key, Self.quoted(text), note) }
    mutating func set(_ key: String, _ number: Int, note: String? = nil) { set(key, "\(number)", note) }
    mutating func set(_ key: String, line: GPIOLine) {
        switch line {
        case .named(let name): set(key, text: name)
        case .offset(let offset): set(key, Int(offset))
        }
    }

    mutating func set(_ key: String, _ value: String, _ note: String? = nil) {
        lines.append("\(key) = \(value)" + (note.map { "  # \($0)" } ?? ""))
    }

    /// Something was not heard, so that counts are too low.
    mutating func noteLoss() { note("the kernel dropped some of it: turn it again, and more slowly") }

    mutating func note(_ text: String) { lines.append("# \(text)") }

    static func quoted(_ text: String) -> String { ForeignText(text).toml }
}

extension InputBlock {
    mutating func set(_ lesson: EncoderLesson) {
        setDetents(lesson.detents, counted: lesson.countedDetents)
        if lesson.isDetentless { set("detentless", "true") }
        set("transitions_per_detent", lesson.transitionsPerDetent)
        if lesson.longestBounce > .zero {
            let milliseconds = (lesson.longestBounce.microseconds + 50) / 100
            note(
                "\(lesson.bouncyPercent) % of the changes bounced, for \(milliseconds / 10).\(milliseconds % 10) ms at most, "
                    + "which costs nothing without debounce_us")
        }
        if lesson.errors > 0 { note("\(lesson.errors) edges were missing: are the lines well connected?") }
    }

    mutating func setDetents(_ detents: Int, counted: Int) {
        set("detents", detents, note: counted == detents ? nil : "counted: \(counted)")
    }
}
