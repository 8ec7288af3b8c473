import LinuxSystem
import WheelInput
import WheelSettings

/// The lines of a board's header, from which a person at a terminal chooses those that a knob is wired to.
///
/// Nothing else is ever listened to without being named: a line that nobody uses as GPIO can be the SD card's.
struct HeaderLines {
    static let howToName = "name the lines of an encoder: wheelctl learn GPIO17 GPIO27"

    private let lines: [DeviceEar.GPIOPlace]

    init(_ board: Board) {
        lines = DeviceEar.linesWithoutUser(ofChips: board.fortyPinChips, first: Board.fortyPinLineCount)
    }

    init(lines: [DeviceEar.GPIOPlace]) {
        self.lines = lines
    }

    /// Warns, asks, and gives what was chosen; nothing where nobody can be asked.
    func choose(bias: GPIOBias) throws(Failure) -> [DeviceEar.Place] {
        guard !lines.isEmpty, Terminal.isTerminal(0) else { return [] }
        Output.note(
            """
            No program and no driver uses these lines of the 40-pin header as GPIO:
              \(lines.map(\.word).joined(separator: " "))
            A bus (I2C, SPI, a serial port, sound) may use their pins all the same. A line that is listened to becomes an
            input, with the bias \(bias.rawValue). A bus on it then stops, until the machine restarts.
            Which lines is the knob wired to? Type their names or numbers. Enter alone: none.
            """)
        return try chosen(by: readLine() ?? "").map { .line($0) }
    }

    /// The lines of an answer: none, or at least an encoder's two.
    func chosen(by answer: String) throws(Failure) -> [DeviceEar.GPIOPlace] {
        var chosen: [DeviceEar.GPIOPlace] = []
        for word in answer.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" }) {
            guard let line = lines.first(where: { $0.name ?? "" == word || UInt32(word) == $0.offset }) else {
                throw Failure(
                    .refused, "learn", "'\(word)' is none of these lines", advice: "no line has been touched")
            }
            if !chosen.contains(line) { chosen.append(line) }
        }
        guard chosen.count != 1 else {
            throw Failure(.refused, "learn", "an encoder has two lines", advice: "no line has been touched")
        }
        return chosen
    }
}

extension DeviceEar.GPIOPlace {
    /// What a person types for it.
    fileprivate var word: String { name ?? "\(offset)" }
}
