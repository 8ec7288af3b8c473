/// A string as JSON writes it, quotes and escapes included: made once, appended often.
struct JSONText: Equatable, Sendable {
    let bytes: [UInt8]

    init(_ string: String) {
        var line = LineBuffer(capacity: 0)
        line.string(string)
        bytes = line.withUnsafeBytes { Array($0) }
    }
}
