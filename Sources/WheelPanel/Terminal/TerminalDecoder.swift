import WheelCore

/// Decodes the bytes that a terminal sends: keys and mouse actions (ECMA-48 with SGR mouse reports), and answers to
/// queries.
///
/// Bytes arrive in pieces of any size, so each byte moves a state machine. `ESC [ A` is the key Up: `ESC` leads to
/// `escape`, `[` to `sequence`, and `A` is final. `ESC [ < 0 ; 5 ; 3 M` is a press of the left button in the fifth
/// column of the third row. `ESC ] 11 ; rgb:… ESC \` is a string: the answer to the query for the background's colour.
///
/// A lone ESC is the Escape key, but every sequence also begins with ESC. So the key is reported only after 50 ms
/// without a further byte (`patience`, `expire`). On a slow connection the rest of an answer may arrive even later. No
/// byte of an answer may become a key, since a `q` would end the panel. Hence `[`, `P`, `]` and `_`, which have no
/// meaning as keys, continue an ESC that was already reported (`reportedEscape`), and the decoder waits 10 s for the
/// rest of an answer. An incomplete answer is dropped after this time.
struct TerminalDecoder {
    private enum State {
        case ground
        case escape
        /// After an ESC that was reported as the Escape key.
        case reportedEscape
        /// After ESC O.
        case singleShift
        /// After ESC [, with the bytes after it.
        case sequence([UInt8])
        /// After ESC [ and more bytes than any known sequence contains. Further bytes are ignored.
        case longSequence
        /// After ESC and P, ] or _, with the bytes after them.
        case string(introducer: UInt8, [UInt8])
        /// After an ESC in a string.
        case stringEscape(introducer: UInt8, [UInt8])
    }

    /// The length, in bytes, of the longest sequence that is decoded, and the number of a string's bytes that are kept.
    private static let longest = (sequence: 128, string: 1024)
    private var state = State.ground

    mutating func consume(_ bytes: some Sequence<UInt8>, _ body: (TerminalEvent) -> Void) {
        for byte in bytes {
            switch state {
            case .ground: ground(byte, body)
            case .escape: escape(byte, body)
            case .reportedEscape: reportedEscape(byte, body)
            case .singleShift: finish(byte, [], body)
            case .sequence(let before): sequence(byte, before, body)
            case .longSequence: longSequence(byte)
            case .string(let introducer, let before): string(byte, introducer, before, body)
            case .stringEscape(let introducer, let before): stringEscape(byte, introducer, before, body)
            }
        }
    }

    /// How long to wait for the rest of a sequence; `nil` if no sequence has begun.
    var patience: Interval? {
        switch state {
        case .ground, .reportedEscape: nil
        case .escape: .milliseconds(50)
        // A keyboard sends each sequence at once. So a sequence that arrives in parts may be an answer, and the wait
        // for its rest is longer.
        case .sequence(let bytes) where !bytes.isEmpty: TerminalDecoder.patienceForRest
        case .string(_, let bytes), .stringEscape(_, let bytes):
            TerminalDecoder.isAnswer(bytes) ? TerminalDecoder.patienceForRest : .seconds(1)
        case .singleShift, .sequence, .longSequence: .seconds(1)
        }
    }

    private static let patienceForRest = Interval.seconds(10)

    /// Whether a string begins like an answer of the Kitty protocol, or like the answer with the background's colour.
    private static func isAnswer(_ text: [UInt8]) -> Bool {
        text.starts(with: "Gi=".utf8) || text.starts(with: "11;".utf8)
    }

    /// Ends an incomplete sequence. Must be called when no byte has arrived for `patience`.
    mutating func expire(_ body: (TerminalEvent) -> Void) {
        switch state {
        case .escape:
            state = .reportedEscape
            body(.key(.escape))
        case .ground, .reportedEscape: break
        case .singleShift, .sequence, .longSequence, .string, .stringEscape: state = .ground
        }
    }

    private mutating func ground(_ byte: UInt8, _ body: (TerminalEvent) -> Void) {
        switch byte {
        case 0x1B: state = .escape
        case 0x09: body(.key(.tab))
        case 0x0D, 0x0A: body(.key(.enter))
        case 0x08, 0x7F: body(.key(.backspace))
        case 0x20...0x7E: body(.key(.character(Character(Unicode.Scalar(byte)))))
        default: break
        }
    }

    private mutating func escape(_ byte: UInt8, _ body: (TerminalEvent) -> Void) {
        switch byte {
        case UInt8(ascii: "["): state = .sequence([])
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"): state = .string(introducer: byte, [])
        case 0x1B: body(.key(.escape))
        // The end (ST) of a string that was cut off is ignored.
        case UInt8(ascii: "\\"): state = .ground
        default:
            // The Escape key was pressed, and right after it another key. Alt with the other key sends the same bytes,
            // so it is reported as both keys.
            state = .ground
            body(.key(.escape))
            ground(byte, body)
        }
    }

    private mutating func reportedEscape(_ byte: UInt8, _ body: (TerminalEvent) -> Void) {
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"): escape(byte, body)
        default:
            state = .ground
            ground(byte, body)
        }
    }

    private mutating func sequence(_ byte: UInt8, _ before: [UInt8], _ body: (TerminalEvent) -> Void) {
        switch byte {
        case 0x20...0x3F:
            state = before.count < TerminalDecoder.longest.sequence ? .sequence(before + [byte]) : .longSequence
        case 0x40...0x7E: finish(byte, before, body)
        case 0x1B: state = .escape
        default: state = .ground
        }
    }

    private mutating func longSequence(_ byte: UInt8) {
        switch byte {
        case 0x20...0x3F: break
        case 0x1B: state = .escape
        default: state = .ground
        }
    }

    private mutating func string(
        _ byte: UInt8, _ introducer: UInt8, _ before: [UInt8], _ body: (TerminalEvent) -> Void
    ) {
        switch byte {
        case 0x1B: state = .stringEscape(introducer: introducer, before)
        // BEL ends an answer of xterm to a query that also ended with BEL.
        case 0x07: finishString(introducer, before, body)
        // CAN and SUB cancel a string.
        case 0x18, 0x1A: state = .ground
        default:
            let isShort = before.count < TerminalDecoder.longest.string
            state = .string(introducer: introducer, isShort ? before + [byte] : before)
        }
    }

    private mutating func stringEscape(
        _ byte: UInt8, _ introducer: UInt8, _ before: [UInt8], _ body: (TerminalEvent) -> Void
    ) {
        guard byte != UInt8(ascii: "\\") else { return finishString(introducer, before, body) }
        // The string was cut off, and another sequence begins.
        state = .escape
        escape(byte, body)
    }

    private mutating func finishString(_ introducer: UInt8, _ text: [UInt8], _ body: (TerminalEvent) -> Void) {
        state = .ground
        if let answer = TerminalAnswer(introducer: introducer, text: text) { body(.answer(answer)) }
    }

    private mutating func finish(_ final: UInt8, _ parameters: [UInt8], _ body: (TerminalEvent) -> Void) {
        state = .ground
        if parameters.first == UInt8(ascii: "<") {
            if let event = TerminalDecoder.mouse(final, parameters.dropFirst()) { body(event) }
        } else if let answer = TerminalAnswer(final: final, parameters: parameters) {
            body(.answer(answer))
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
            switch ParameterList.numbers(parameters[...])?.first {
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
        guard let numbers = ParameterList.numbers(parameters), numbers.count == 3 else { return nil }
        let isRelease = final == UInt8(ascii: "m")
        guard isRelease || final == UInt8(ascii: "M") else { return nil }
        // The bits of Shift, Alt and Ctrl are ignored.
        let action: MouseAction
        switch (numbers[0] & ~0b11100, isRelease) {
        case (0, false): action = .press
        case (0, true), (32, true): action = .release
        case (32, false): action = .drag
        case (64, false): action = .wheelUp
        case (65, false): action = .wheelDown
        default: return nil
        }
        // A drag may leave the window. Then terminals that report pixels send numbers below 1.
        let isInside = numbers[1] > 0 && numbers[2] > 0
        guard isInside || action == .drag || action == .release else { return nil }
        return .mouse(action, column: max(numbers[1] - 1, 0), row: max(numbers[2] - 1, 0))
    }
}
