public import WheelCore

/// The word beside a control's label that shows the control's state: an alarm, else its ramp, else the end of its
/// range.
public struct StateWord: Equatable, Sendable {
    /// The colour of the word, by its role in the theme.
    public enum Role: Equatable, Sendable {
        case text
        case hand
        case accent
        /// The colour of an alarm, whose word always has the icon "!" beside it.
        case alarm
    }

    /// The icon before the text.
    public var icon: Icon?
    public var text: String
    public var role: Role
    /// A shorter text to show if `text` does not fit beside the label, such as "4 s" for "old 4 s".
    var short: String?

    public init(icon: Icon? = nil, _ text: String, _ role: Role, short: String? = nil) {
        self.icon = icon
        self.text = text
        self.role = role
        self.short = short
    }

    /// The word with `text` if the text fits, else with `short`.
    func form(where hasRoom: (StateWord) -> Bool) -> StateWord {
        guard let short, !hasRoom(self) else { return self }
        return StateWord(icon: icon, short, role)
    }

    /// The word at `time`; `nil` if the state needs no word.
    public static func of(_ picture: ControlPicture, _ settings: PanelSettings, at time: Instant) -> StateWord? {
        // A stale value has priority over a missing knob, because the displayed value may be wrong.
        if let age = picture.ageText(at: time) {
            let isTime = picture.age?.writtenAt != nil
            return StateWord(icon: .alarm, isTime ? "old \(age)" : age, .alarm, short: isTime ? age : nil)
        }
        if picture.knob == .waiting { return StateWord(icon: .alarm, "no knob", .alarm) }
        if let ramp = picture.ramp {
            let name = ramp.index.map { settings.ramps[$0].name } ?? (ramp.isPaused ? "paused" : "moving")
            return StateWord(icon: ramp.isPaused ? .pause : .play, name, .accent)
        }
        // A control without a value is at neither end of its range.
        guard picture.hasValue else { return nil }
        switch picture.limit {
        case .most: return StateWord("max", .text)
        case .least: return StateWord("min", .text)
        case nil: return nil
        }
    }

    /// The shortest form that still differs from other words. The result is `nil` for a word that is already short, and
    /// for a time, since part of a number would be a wrong time.
    var shortest: String? {
        guard icon != nil, text.count > StateWord.leastLetters + 1, !text.contains(where: \.isNumber) else {
            return nil
        }
        return "\(text.prefix(StateWord.leastLetters))…"
    }

    private static let leastLetters = 4

    /// Whether the word is shown. The word for an end of the range is shown only at a marked or edited control, not at
    /// every control that has reached an end.
    func isShown(isMarked: Bool, isEditing: Bool) -> Bool { role != .text || isMarked || isEditing }
}
