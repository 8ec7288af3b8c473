internal import CEvdev

/// The event codes of one type that a device has, from /sys.
public struct CodeSet: Equatable, Sendable {
    private var words: [UInt]

    public init(_ codes: [Int32] = []) {
        words = []
        for code in codes where code >= 0 {
            let word = Int(code) / UInt.bitWidth
            while words.count <= word { words.append(0) }
            words[word] |= 1 << (UInt(code) % UInt(UInt.bitWidth))
        }
    }

    /// Parses the kernel's text: hexadecimal words as wide as a long, the highest word first, without leading zero
    /// words.
    init(kernelText text: String) {
        words = text.split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 }
    }

    public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    public func contains(_ code: Int32) -> Bool {
        let word = Int(code) / UInt.bitWidth
        return code >= 0 && word < words.count && words[word] >> (UInt(code) % UInt(UInt.bitWidth)) & 1 == 1
    }

    public func union(_ other: CodeSet) -> CodeSet { CodeSet(codes + other.codes) }

    public func intersection(_ other: CodeSet) -> CodeSet { CodeSet(codes.filter(other.contains)) }

    public func subtracting(_ other: CodeSet) -> CodeSet { CodeSet(codes.filter { !other.contains($0) }) }

    /// The codes in rising order.
    public var codes: [Int32] { (0..<Int32(words.count * UInt.bitWidth)).filter(contains) }
}
