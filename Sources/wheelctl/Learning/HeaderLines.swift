import LinuxSystem
import WheelCore

/// The lines of a board's header, from which a user at a terminal chooses the ones that the knob is wired to.
///
/// Lines of other chips are opened only if the user names them: a line without a GPIO user may belong to the SD card.
struct HeaderLines {
    static let howToName = "name the lines of an encoder: wheelctl learn GPIO17 GPIO27"

    private let lines: [CandidateLine]

    init(_ lines: [CandidateLine]) {
        self.lines = lines
    }

    /// Warns, asks, and returns the chosen lines. Returns none if standard input is not a terminal.
    func choose(bias: GPIOBias, show: (String) -> Void) throws(LearningError) -> [CandidateLine] {
        guard !lines.isEmpty, Terminal.isTerminal(0) else { return [] }
        show(
            """
            These lines of the 40-pin header have no GPIO user:
              \(lines.map(\.word).joined(separator: " "))
            A bus (I2C, SPI, a serial port, sound) may still use their pins. `learn` makes each line that you choose an
            input, with the bias \(bias.rawValue). A bus on its pin then stops working until the machine restarts.
            Which lines is the knob wired to? Type their names or numbers. Enter alone: none.
            """)
        return try chosen(by: readLine() ?? "")
    }

    /// The lines in an answer: none, or at least the two lines of an encoder.
    func chosen(by answer: String) throws(LearningError) -> [CandidateLine] {
        var chosen: [CandidateLine] = []
        for word in answer.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" }) {
            guard let line = lines.first(where: { $0.name ?? "" == word || UInt32(word) == $0.offset }) else {
                throw .failed("'\(word)' is none of these lines", advice: "no line has been opened")
            }
            if !chosen.contains(line) { chosen.append(line) }
        }
        guard chosen.count != 1 else {
            throw .failed("an encoder has two lines", advice: "no line has been opened")
        }
        return chosen
    }
}
