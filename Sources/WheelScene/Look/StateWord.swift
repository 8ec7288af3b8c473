public import WheelCore

/// The word of a control's state, beside its label: an alarm, else its ramp, else the end of its range.
public struct StateWord: Equatable, Sendable {
    /// The colour, by its role in the theme.
    public enum Role: Equatable, Sendable {
        case text
        case hand
        case accent
        /// Always with the icon "!".
        case alarm
    }

    /// Stands before the text.
    public var icon: Icon?
    public var text: String
    public var role: Role
    /// What says enough where `text` has no room beside the label: "4 s" for "old 4 s".
    var short: String?

    public init(icon: Icon? = nil, _ text: String, _ role: Role, short: String? = nil) {
        self.icon = icon
        self.text = text
        self.role = role
        self.short = short
    }

    /// The word as `text` says it if that has room, else as `short` does.
    func form(where hasRoom: (StateWord) -> Bool) -> StateWord {
        guard let short, !hasRoom(self) else { return self }
        return StateWord(icon: icon, short, role)
    }

    /// The word at `time`; `nil` if there is none.
    public static func of(_ picture: ControlPicture, _ settings: PanelSettings, at time: Instant) -> StateWord? {
        // What is shown may be wrong: that is more important than what cannot be done.
        if let age = picture.ageText(at: time) {
            let isTime = picture.age?.writtenAt != nil
            return StateWord(icon: .alarm, isTime ? "old \(age)" : age, .alarm, short: isTime ? age : nil)
        }
        if picture.knob == .waiting { return StateWord(icon: .alarm, "no knob", .alarm) }
        if let ramp = picture.ramp {
            let name = ramp.index.map { settings.ramps[$0].name } ?? (ramp.isPaused ? "paused" : "moving")
            return StateWord(icon: ramp.isPaused ? .pause : .play, name, .accent)
        }
        // A value that nobody has set is at no end.
        guard picture.hasValue else { return nil }
        switch picture.limit {
        case .most: return StateWord("max", .text)
        case .least: return StateWord("min", .text)
        case nil: return nil
        }
    }

    /// The shortest form that still differs from others; `nil` for a word that is short, and for a time, which would be
    /// another one.
    var shortest: String? {
        guard icon != nil, text.count > StateWord.leastLetters + 1, !text.contains(where: \.isNumber) else {
            return nil
        }
        return "\(text.prefix(StateWord.leastLetters))…"
    }

    private static let leastLetters = 4

    /// An end of the range is shown at the control that is turned, not at all that have reached one.
    func isShown(isMarked: Bool, isEditing: Bool) -> Bool { role != .text || isMarked || isEditing }
}
