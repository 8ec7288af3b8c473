import TestSupport
internal import fuzz_driver

/// Mutations of texts that keep numbers intact, in contrast to libFuzzer's own.
public enum Mutation {
    /// Implements `LLVMFuzzerCustomMutator`: libFuzzer's mutations in a quarter of the cases, otherwise `change`, which
    /// returns `nil` if there is nothing to change.
    public static func mutate(
        _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, most: Int, seed: UInt32,
        by change: ([UInt8], inout SeededGenerator) -> [UInt8]?
    ) -> Int {
        var generator = SeededGenerator(seed: UInt64(seed))
        let text = Array(UnsafeBufferPointer(start: bytes, count: count))
        guard !generator.once(in: 4), let changed = change(text, &generator), changed.count <= most else {
            return LLVMFuzzerMutate(bytes, count, most)
        }
        for (index, byte) in changed.enumerated() { bytes[index] = byte }
        return changed.count
    }

    /// Replaces one of the numbers in a text by an extreme one; `nil` if there are none.
    public static func replaceNumber(in text: [UInt8], _ generator: inout SeededGenerator) -> [UInt8]? {
        let numbers = places(in: text)
        guard !numbers.isEmpty else { return nil }
        var changed = text
        changed.replaceSubrange(generator.pick(numbers), with: Array(generator.pick(Extremes.texts).utf8))
        return changed
    }

    private static func places(in text: [UInt8]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var start: Int?
        for index in 0...text.count {
            let byte = index < text.count ? text[index] : 0
            let isFirst = isDigit(byte) || byte == UInt8(ascii: "-")
            if let first = start {
                if isDigit(byte) || ".+-eE".utf8.contains(byte) { continue }
                if text[first..<index].contains(where: isDigit) { places.append(first..<index) }
                start = nil
            } else if isFirst, index == 0 || !isLetter(text[index - 1]) {
                start = index
            }
        }
        return places
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
    }
}
