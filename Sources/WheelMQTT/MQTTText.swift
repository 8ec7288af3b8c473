import WheelBridge
import WheelCore
import WheelWire

package enum MQTTText {
    static let longest = 256

    /// The text of an empty selection. An empty payload would delete the retained message.
    static let nothing = "-"

    /// A number as the shortest decimal; a position by its name; the positions of a selection with commas between them. In such a
    /// list a backslash precedes a comma or a backslash of a name, and a name that looks like an empty selection.
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

    /// The text of a message; `nil` if it is too long, no UTF-8, or has characters that no value has.
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
