// What the socket says by one word. The raw values are the words.

/// An end of a range.
public enum RangeEnd: String, CaseIterable, Sendable {
    case lower
    case upper
}

/// The state of a ramp.
public enum RampState: String, CaseIterable, Sendable {
    case running
    case paused
    case ended
    case cancelled
}

/// What was done with a preset.
public enum PresetUse: String, CaseIterable, Sendable {
    case recalled
    case stored
}

/// Whether the device of an input, or a display, is present.
public enum DeviceState: String, CaseIterable, Sendable {
    /// Absent or unusable; the detail says why.
    case waiting
    case attached
    /// It has just gone. `waiting` follows at once.
    case lost
}
