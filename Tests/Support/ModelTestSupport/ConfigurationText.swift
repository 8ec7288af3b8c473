import TestSupport
import WheelConfiguration
import WheelCore
import WheelModel

/// Random controls and ramps in the syntax of the configuration file, with every key and with extreme numbers.
public enum ConfigurationText {
    /// Settings that the configuration reader accepts; `nil` if it refuses the generated text.
    public static func settings(_ choices: inout some Choices) -> (settings: PanelSettings, text: String)? {
        let text = text(&choices)
        guard let parsed = try? Configuration.parse(text: text, file: "f") else { return nil }
        return (parsed.settings.panel, text)
    }

    public static func text(_ choices: inout some Choices) -> String {
        let count = 1 + choices.choice(3)
        var text = ""
        var ramps = ""
        for index in 0..<count {
            let kind = choices.pick(["float", "float", "float", "int", "int", "choice", "selection"])
            text += "[[control]]\nname = \"c\(index)\"\nkind = \"\(kind)\"\n"
            switch kind {
            case "choice", "selection": text += positions(kind, &choices)
            default:
                text += number(isWhole: kind == "int", &choices)
                if choices.once(in: 2) { ramps += ramp("c\(index)", isWhole: kind == "int", &choices) }
            }
            if choices.once(in: 8) { text += "commit_after_ms = \(choices.pick([0, 1, 400, 60_000]))\n" }
            if choices.once(in: 16) { text += "hands = false\n" }
            if kind != "selection", choices.once(in: 3) {
                text += "confirm = true\n"
                if choices.once(in: 2) { text += "confirm_timeout_s = \(choices.pick([0.1, 1, 3600]))\n" }
            }
        }
        return text + ramps
    }

    private static func positions(_ kind: String, _ choices: inout some Choices) -> String {
        let count = choices.pick([1, 2, 5, 16, 64, 65])
        var text = "positions = \(count)\n"
        if choices.once(in: 3) {
            let list = (0...choices.choice(2)).map { index in
                "{ name = \"s\(index)\", per_detent = \(choices.pick([1, 2, 8, 1000])), round = \(choices.once(in: 2)) }"
            }
            text += "speeds = [\(list.joined(separator: ", "))]\n"
        }
        if kind == "selection", choices.once(in: 2) { text += "max_selected = \(1 + choices.choice(count))\n" }
        return text
    }

    // MARK: Numbers

    private static func number(isWhole: Bool, _ choices: inout some Choices) -> String {
        let taper = choices.pick(["log", "log", "square", "linear", "linear", "linear", "linear", "linear"])
        let wraps = taper == "linear" && choices.once(in: 3)
        var (lower, upper) = ends(isWhole: isWhole, isLog: taper == "log", &choices)
        if taper == "square" { (lower, upper) = (0, max(lower.magnitude, upper.magnitude)) }
        let isOpen = taper == "linear" && !wraps && choices.once(in: 5)
        var brackets = choices.pick([("[", "]"), ("[", ")"), ("(", "]"), ("(", ")")])
        if wraps { brackets = choices.pick([("[", ")"), ("(", "]")]) }
        var lowerText = "\(lower)"
        var upperText = "\(upper)"
        if isOpen, choices.choice(3) != 0 { (upper, upperText, brackets.1) = (.infinity, "inf", ")") }
        if isOpen, upper.isFinite || choices.once(in: 2) { (lower, lowerText, brackets.0) = (-.infinity, "-inf", "(") }
        var text = "range = \"\(brackets.0)\(lowerText), \(upperText)\(brackets.1)\"\n"
        if taper != "linear" { text += "taper = \"\(taper)\"\n" }
        if wraps { text += "wrap = true\n" }
        if choices.once(in: 6) { text += "beyond = \"\(choices.pick(["clamp", "refuse"]))\"\n" }
        let span = upper - lower
        if choices.once(in: 2) {
            text +=
                "step = \(written(isWhole ? max(1, amount(of: span, &choices)) : amount(of: span, &choices), isWhole: isWhole))\n"
            if choices.once(in: 2) { text += "snap = \(choices.once(in: 2))\n" }
        }
        if choices.once(in: 3) {
            let place = choices.pick([lower, lower.nextUp, upper, upper.nextDown, lower + span / 3, 0])
            text += "default = \(written(place.isFinite ? place : 0, isWhole: isWhole))\n"
        }
        if choices.once(in: 4) {
            text +=
                "stepper = \(written(isWhole ? max(1, amount(of: span, &choices)) : amount(of: span, &choices), isWhole: isWhole))\n"
        }
        if choices.once(in: 3) {
            text += "range_turns = \(choices.pick([0.5, 1, 3, 1000, 1e-300, .leastNonzeroMagnitude, 1e-9, 0.001]))\n"
        }
        if choices.once(in: 4) { text += "unit = \"\(choices.pick(["°", "%", "MHz"]))\"\n" }
        if choices.once(in: 4) { text += "decimals = \(choices.choice(16))\n" }
        if choices.once(in: 8) {
            text += "shown = { factor = \(choices.finiteNumber()), decimals = 3, group = \".\" }\n"
        }
        if choices.once(in: 8) { text += "tap_starts = \(choices.once(in: 2))\n" }
        if lower.isFinite, choices.once(in: 8) {
            text += "texts = [{ at = \(written(lower, isWhole: isWhole)), text = \"low\" }]\n"
        }
        return text + speeds(of: span, taper: taper, isOpen: isOpen, &choices)
    }

    private static func ends(
        isWhole: Bool, isLog: Bool, _ choices: inout some Choices
    ) -> (lower: Double, upper: Double) {
        func end() -> Double {
            let number = choices.once(in: 2) ? choices.finiteNumber() : choices.decimal()
            return isLog ? number.magnitude : number
        }
        var (first, second) = (end(), choices.pick([0.0, 100, 360]))
        if choices.once(in: 2) { second = end() }
        if isWhole { (first, second) = (first.rounded(), second.rounded()) }
        if isLog, first == 0 { first = 1 }
        if isLog, second == 0 { second = 1000 }
        if first == second { second = first + max(1, first.ulp) }
        return (min(first, second), max(first, second))
    }

    /// A step, or the amount of a detent.
    private static func amount(of span: Double, _ choices: inout some Choices) -> Double {
        let whole = span.isFinite ? span : 1000
        let amount: Double =
            switch choices.choice(4) {
            case 0: choices.pick([0.001, 0.1, 0.25, 0.5, 1, 2, 3, 5])
            case 1: whole / choices.pick([1, 2, 3, 7, 100, 1e6, 1e12, 9e15])
            case 2: choices.finiteNumber().magnitude
            default: choices.pick([1, 5, 10])
            }
        return amount > 0 ? amount : 1
    }

    private static func speeds(
        of span: Double, taper: String, isOpen: Bool, _ choices: inout some Choices
    ) -> String {
        guard isOpen || choices.once(in: 2) else {
            return choices.once(in: 3) ? "acceleration = \"\(choices.pick(["off", "range"]))\"\n" : ""
        }
        let count = 1 + choices.choice(3)
        let list = (0..<count).map { index in
            let scale = "scale = \(choices.pick([1, 0.3, 0.05, 1000, 1e-9, 1e-300, .leastNonzeroMagnitude]))"
            let value = written(amount(of: span, &choices), isWhole: false)
            let amount =
                switch choices.choice(3) {
                case 0 where taper == "log": "per_octave = \(choices.pick([1, 3, 12, 1000]))"
                case _ where taper != "linear": scale
                case 0 where !isOpen: scale
                case 1: "per_turn = \(value)"
                default: "per_detent = \(value)\(choices.once(in: 2) ? ", round = true" : "")"
                }
            return "{ name = \"s\(index)\", \(amount)\(acceleration(index, of: count, &choices)) }"
        }
        return "speeds = [\(list.joined(separator: ", "))]\n"
    }

    private static func acceleration(_ index: Int, of count: Int, _ choices: inout some Choices) -> String {
        guard index == 0 || index < count - 1, choices.once(in: 4) else { return "" }
        let most = choices.pick([1, 2, 1e15, 1e300])
        return
            ", acceleration = { from_turns_per_s = 0, full_turns_per_s = \(choices.pick([1, 1e-300, 100])), max = \(most) }"
    }

    private static func ramp(_ control: String, isWhole: Bool, _ choices: inout some Choices) -> String {
        func value() -> String {
            let value = choices.finiteNumber()
            return written(value == 0 ? 7 : value, isWhole: isWhole)
        }
        let target = choices.once(in: 2) ? "to" : "by"
        let curve = choices.pick(["\"linear\"", "[0.3, 1000, 0.7, -1000]", "[0, 1, 1, 0]", "\"ease-in-out\""])
        var text = "[[ramp]]\nname = \"r-\(control)\"\ncontrol = \"\(control)\"\n\(target) = \(value())\n"
        if choices.once(in: 3) { text += "from = \(value())\n" }
        text +=
            "duration_s = \(choices.pick([0.001, 0.1, 2, 86_400]))\ncurve = \(curve)\nhold = \(choices.once(in: 2))\n"
        return text
    }

    private static func written(_ value: Double, isWhole: Bool) -> String {
        isWhole ? "\(value.rounded())" : "\(value)"
    }
}
