/// A terminal's answer to a query. The comment of each case shows the control sequence of the answer.
enum TerminalAnswer: Equatable, Sendable {
    /// CSI 6 ; height ; width t: the size of a character cell in pixels.
    case cellPixels(width: Int, height: Int)
    /// CSI ? 2 ; 0 ; width ; height S: the largest sixel picture in pixels.
    case sixelArea(width: Int, height: Int)
    /// CSI ? 1 ; 0 ; count S: the current or the maximum number of colour registers for sixel pictures.
    case colorRegisters(Int)
    /// ESC _ G i = 31 ; OK ESC \: whether the terminal could read a picture of the Kitty protocol.
    case kitty(isFine: Bool)
    /// CSI ? mode ; setting $ y (DECRPM). Setting 0 means that the terminal does not know the mode.
    case mode(Int, setting: Int)
    /// ESC ] 11 ; rgb:… ESC \: the colour of the background as 0xRRGGBB.
    case ground(UInt32)
    /// CSI 0 n: the terminal has processed everything before the query.
    case ready
    /// CSI ? … c (DA1): the abilities of the terminal, as numbers. 4 is sixel.
    case attributes([Int])
}

extension TerminalAnswer {
    /// The answer in a control sequence: `parameters` are the bytes between CSI and `final`. `nil` for other sequences.
    init?(final: UInt8, parameters: [UInt8]) {
        switch final {
        case UInt8(ascii: "t"):
            guard let numbers = ParameterList.numbers(parameters[...]), numbers.count == 3, numbers[0] == 6 else {
                return nil
            }
            self = .cellPixels(width: numbers[2], height: numbers[1])
        case UInt8(ascii: "n") where parameters == [UInt8(ascii: "0")]: self = .ready
        case UInt8(ascii: "c"):
            guard parameters.first == UInt8(ascii: "?") else { return nil }
            // Each number is read as a whole: 4 means sixel, but 14 does not. Kitty's list ends with an empty number.
            let numbers = parameters.dropFirst().split(separator: UInt8(ascii: ";"))
            self = .attributes(numbers.compactMap { Int(String(decoding: $0, as: UTF8.self)) })
        case UInt8(ascii: "S"):
            guard let numbers = TerminalAnswer.privateNumbers(parameters), numbers.count >= 3, numbers[1] == 0 else {
                return nil
            }
            switch (numbers[0], numbers.count) {
            case (1, 3): self = .colorRegisters(numbers[2])
            case (2, 4): self = .sixelArea(width: numbers[2], height: numbers[3])
            default: return nil
            }
        case UInt8(ascii: "y"):
            guard parameters.last == UInt8(ascii: "$"),
                let numbers = TerminalAnswer.privateNumbers(parameters.dropLast()), numbers.count == 2
            else { return nil }
            self = .mode(numbers[0], setting: numbers[1])
        default: return nil
        }
    }

    /// The answer in a control string: `text` is between its introducer and its end. `nil` for other strings.
    init?(introducer: UInt8, text: [UInt8]) {
        let text = String(decoding: text, as: UTF8.self)
        switch introducer {
        case UInt8(ascii: "_"):
            guard text.hasPrefix("G"), let end = text.firstIndex(of: ";") else { return nil }
            let keys = text[..<end].dropFirst().split(separator: ",")
            guard keys.contains("i=\(TerminalQueries.kittyNumber)") else { return nil }
            self = .kitty(isFine: text[end...] == ";OK")
        case UInt8(ascii: "]"):
            guard text.hasPrefix("11;rgb:"), let color = TerminalAnswer.color(text.dropFirst(7)) else { return nil }
            self = .ground(color)
        default: return nil
        }
    }

    private static func privateNumbers(_ parameters: some Collection<UInt8>) -> [Int]? {
        guard parameters.first == UInt8(ascii: "?") else { return nil }
        return ParameterList.numbers(Array(parameters.dropFirst())[...])
    }

    /// A colour in the form of XParseColor(3): three numbers of one to four hexadecimal digits each.
    private static func color(_ text: Substring) -> UInt32? {
        let channels = text.split(separator: "/", omittingEmptySubsequences: false)
        guard channels.count == 3 else { return nil }
        var color: UInt32 = 0
        for channel in channels {
            guard (1...4).contains(channel.utf8.count), let number = UInt32(channel, radix: 16) else { return nil }
            let largest = UInt32(1) << UInt32(4 * channel.utf8.count) - 1
            color = color << 8 | (number * 255 + largest / 2) / largest
        }
        return color
    }
}

/// The numbers of a control sequence, with semicolons between them.
enum ParameterList {
    /// The numbers; `nil` if one is missing, not a number or longer than six digits.
    static func numbers(_ text: ArraySlice<UInt8>) -> [Int]? {
        var numbers: [Int] = []
        for part in text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            guard part.count <= 6, let number = Int(String(decoding: part, as: UTF8.self)) else { return nil }
            numbers.append(number)
        }
        return numbers
    }
}
