/// Writes the frames that this program sends, which are not masked.
package enum WebSocketOutput {
    /// The header of a frame with a part of a message. `isFirst` and `isLast` mark the first and the last part.
    package static func header(_ count: Int, isFirst: Bool, isLast: Bool, to output: inout [UInt8]) {
        header((isLast ? 0x80 : 0) | (isFirst ? 1 : 0), count, to: &output)
    }

    package static func ping(to output: inout [UInt8]) { header(0x89, 0, to: &output) }

    package static func pong(_ payload: [UInt8], to output: inout [UInt8]) {
        header(0x8a, payload.count, to: &output)
        output += payload
    }

    package static func close(_ code: CloseCode, to output: inout [UInt8]) {
        header(0x88, 2, to: &output)
        output += [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xff)]
    }

    private static func header(_ first: UInt8, _ count: Int, to output: inout [UInt8]) {
        output.append(first)
        switch count {
        case ..<126: output.append(UInt8(count))
        case ...0xffff:
            output.append(126)
            for shift in [8, 0] { output.append(UInt8(truncatingIfNeeded: count >> shift)) }
        default:
            output.append(127)
            for shift in stride(from: 56, through: 0, by: -8) {
                output.append(UInt8(truncatingIfNeeded: count >> shift))
            }
        }
    }
}
