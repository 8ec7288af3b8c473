internal import CQrencode

/// A QR code as characters. Each character shows two squares, one above the other: `▀`, `▄`, `█` or a space.
enum QRPicture {
    /// The white margin that readers of QR codes need, in squares.
    private static let margin = 4

    /// The QR code of a text; `nil` if the text does not fit into a code.
    static func text(_ content: String) -> String? {
        guard let code = QRcode_encodeString8bit(content, 0, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        let side = Int(code.pointee.width)
        guard let squares = code.pointee.data else { return nil }
        func isWhite(_ x: Int, _ y: Int) -> Bool {
            guard (0..<side).contains(x), (0..<side).contains(y) else { return true }
            return squares[y * side + x] & 1 == 0
        }
        var text = ""
        for y in stride(from: -margin, to: side + margin, by: 2) {
            // White on black, whatever the terminal's own colours are.
            text += "\u{1b}[97;40m"
            for x in -margin..<(side + margin) {
                switch (isWhite(x, y), isWhite(x, y + 1)) {
                case (true, true): text += "█"
                case (true, false): text += "▀"
                case (false, true): text += "▄"
                case (false, false): text += " "
                }
            }
            text += "\u{1b}[0m\n"
        }
        return text
    }
}
