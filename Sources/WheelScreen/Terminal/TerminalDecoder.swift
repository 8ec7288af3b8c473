/// Decodes the bytes that a terminal sends into keys and mouse actions: ECMA-48 with SGR mouse reports.
struct TerminalDecoder {
    private enum State {
        case ground
        case escape
        /// After ESC O.
        case singleShift
        /// After ESC [, with the bytes after it.
        case sequence([UInt8])
    }

    /// The longest sequence that is decoded.
    private static let longest = 32
    private var state = State.ground

    mutating func consume(_ bytes: some Sequence<UInt8>, _ body: (TerminalEvent) -> Void) {
        for byte in bytes {
            switch state {
            case .ground: ground(byte, body)
            case .escape: escape(byte, body)
            case .singleShift: finish(byte, [], body)
            case .sequence(let before): sequence(byte, before, body)
            }
        }
        // A sequence arrives in one read. An ESC at the end is the Escape key.
        if case .escape = state {
            state = .ground
            body(.key(.escape))
        }
    }

    private mutating func ground(_ byte: UInt8, _ body: (TerminalEvent) -> Void) {
        switch byte {
        case 0x1B: state = .escape
        case 0x09: body(.key(.tab))
        case 0x0D, 0x0A: body(.key(.enter))
        case 0x20...0x7E: body(.key(.character(Character(Unicode.Scalar(byte)))))
        default: break
        }
    }

    private mutating func escape(_ byte: UInt8, _ body: (TerminalEvent) -> Void) {
        switch byte {
        case UInt8(ascii: "["): state = .sequence([])
        case UInt8(ascii: "O"): state = .singleShift
        case 0x1B: body(.key(.escape))
        default:
            // Alt with a key has no meaning.
            state = .ground
        }
    }

    private mutating func sequence(_ byte: UInt8, _ before: [UInt8], _ body: (TerminalEvent) -> Void) {
        switch byte {
        case 0x20...0x3F where before.count < TerminalDecoder.longest: state = .sequence(before + [byte])
        case 0x40...0x7E: finish(byte, before, body)
        default: state = .ground
        }
    }

    private mutating func finish(_ final: UInt8, _ parameters: [UInt8], _ body: (TerminalEvent) -> Void) {
        state = .ground
        if parameters.first == UInt8(ascii: "<") {
            if let event = TerminalDecoder.mouse(final, parameters.dropFirst()) { body(event) }
        } else if let key = TerminalDecoder.key(final, parameters) {
            body(.key(key))
        }
    }

    private static func key(_ final: UInt8, _ parameters: [UInt8]) -> TerminalKey? {
        switch final {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "Z"): return .backTab
        case UInt8(ascii: "~"):
            switch numbers(parameters[...])?.first {
            case 1, 7: return .home
            case 4, 8: return .end
            case 5: return .pageUp
            case 6: return .pageDown
            default: return nil
            }
        default: return nil
        }
    }

    /// CSI < button ; column ; row M (pressed or moved) or m (released).
    private static func mouse(_ final: UInt8, _ parameters: ArraySlice<UInt8>) -> TerminalEvent? {
        guard let numbers = numbers(parameters), numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        let isRelease = final == UInt8(ascii: "m")
        guard isRelease || final == UInt8(ascii: "M") else { return nil }
        // Shift, Alt and Ctrl are ignored.
        let action: MouseAction
        switch (numbers[0] & ~0b11100, isRelease) {
        case (0, false): action = .press
        case (0, true), (32, true): action = .release
        case (32, false): action = .drag
        case (64, false): action = .wheelUp
        case (65, false): action = .wheelDown
        default: return nil
        }
        return .mouse(action, column: numbers[1] - 1, row: numbers[2] - 1)
    }

    private static func numbers(_ text: ArraySlice<UInt8>) -> [Int]? {
        var numbers: [Int] = []
        for part in text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            guard part.count <= 6, let number = Int(String(decoding: part, as: UTF8.self)) else { return nil }
            numbers.append(number)
        }
        return numbers
    }
}
