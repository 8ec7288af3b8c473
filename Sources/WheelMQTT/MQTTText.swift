import WheelBridge
import WheelCore
import WheelWire

package enum MQTTText {
    static let longest = 256

    /// The text of an empty selection. An empty payload would delete the retained message.
    static let nothing = "-"

    /// Writes a number as the shortest decimal, a position as its name, and a selection as its positions with commas
    /// between them. In a selection a backslash precedes each comma and each backslash in a name. A selection whose
    /// only position has the name `-` is written with a backslash, too, because `-` alone is an empty selection.
    package static func text(of value: ControlValue) -> String {
        switch value {
        case .number(let number): return text(of: number)
        case .position(let name): return name
        case .positions([]): return nothing
        case .positions([nothing]): return "\\" + nothing
        case .positions(let names): return names.map(escaped).joined(separator: ",")
        }
    }

    private static func escaped(_ name: String) -> String {
        name.reduce(into: "") { text, character in
            if character == "," || character == "\\" { text.append("\\") }
            text.append(character)
        }
    }

    package static func text(of number: Double) -> String {
        var buffer = LineBuffer(capacity: 64)
        buffer.number(number)
        return buffer.text
    }

    /// The text of a message without the blanks at its ends; `nil` if the message is too long, is not valid UTF-8, or
    /// contains control characters.
    package static func text(of bytes: some Collection<UInt8>) -> String? {
        guard bytes.count <= longest, let text = PeerText.text(of: bytes) else { return nil }
        let blank: Set<Unicode.Scalar> = [" ", "\t", "\r", "\n"]
        var scalars = Array(text.unicodeScalars)[...]
        while let first = scalars.first, blank.contains(first) { scalars.removeFirst() }
        while let last = scalars.last, blank.contains(last) { scalars.removeLast() }
        guard scalars.allSatisfy({ $0.properties.generalCategory != .control }) else { return nil }
        return String(String.UnicodeScalarView(scalars))
    }
}
