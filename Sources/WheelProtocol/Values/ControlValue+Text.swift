import WheelSettings

/// Values as JSON text, for people.
extension ControlValue {
    /// The value as the socket writes it.
    public var json: String {
        var line = LineBuffer(capacity: 64)
        line.value(self)
        return line.text
    }

    /// Reads a number, a string or an array of strings; `nil` for anything else.
    public init?(json text: String) {
        let object = Array("{\"value\":\(text)}".utf8)
        let value = object.withUnsafeBytes { bytes in
            (try? JSONParser.object(in: bytes)).flatMap { $0.members.count == 1 ? $0["value"] : nil }
        }
        guard let value, let read = Self(value) else { return nil }
        self = read
    }
}
