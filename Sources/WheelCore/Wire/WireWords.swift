// Values that the protocol writes as one word, which is the raw value.

public enum RangeEnd: String, CaseIterable, Sendable {
    case lower
    case upper
}

public enum RampState: String, CaseIterable, Sendable {
    case running
    case paused
    case ended
    case cancelled
}

public enum PresetUse: String, CaseIterable, Sendable {
    case recalled
    case stored
}

/// Whether an input's device, or a display, is connected.
public enum DeviceState: String, CaseIterable, Sendable {
    /// Absent or unusable.
    case waiting
    case attached
    /// The device was disconnected just now. The state `waiting` follows at once.
    case lost
}
