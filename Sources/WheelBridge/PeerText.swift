package enum PeerText {
    /// The text of bytes; `nil` if they are not valid UTF-8.
    package static func text(of bytes: some Collection<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        // If some bytes are invalid, U+FFFD replaces them in `text`, whose bytes then differ from the given ones.
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    /// A decimal number. `nil` for other texts that `Double` reads, such as `0x1p3`, `inf` and `nan`.
    package static func number(_ text: some StringProtocol) -> Double? {
        guard text.utf8.count <= 64, text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return number
    }
}
