internal import CNumber
internal import Glibc

/// The text that `cnumber_write` writes; empty if it refuses the number.
func text(of value: Double, room: Int = Int(CNUMBER_LENGTH_MAX)) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
        let length = cnumber_write(value, buffer.baseAddress, room)
        return String(decoding: UnsafeRawBufferPointer(buffer)[..<length], as: UTF8.self)
    }
}

enum Reading: Equatable, CustomStringConvertible {
    case number(Double, bytes: Int)
    case invalid
    case outOfRange

    var description: String {
        switch self {
        case .number(let value, let bytes): "\(value) \(bytes)"
        case .invalid: "invalid"
        case .outOfRange: "out of range"
        }
    }
}

func reading(of text: String) -> Reading {
    var text = text
    var value = 0.0
    let result = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { cnumber_read($0.baseAddress, $0.count, &value) }
    }
    switch result {
    case -Int(EINVAL): return .invalid
    case -Int(ERANGE): return .outOfRange
    default: return .number(value, bytes: result)
    }
}
