import LinuxSystem
import WheelText

/// Standard output and error, unbuffered: a line that comes is a line that is seen.
///
/// All that wheelctl says goes through here, and with it the names of devices and what a daemon sends. Each text
/// becomes one line of visible characters: none of them steers the terminal or begins another line.
enum Output {
    static func line(_ text: String) { write(ForeignText(text).line, to: 1) }

    /// Several lines of the program's own.
    static func text(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { Self.line(String(line)) }
    }

    /// A line of JSON, in which such characters are written as JSON's own escapes.
    static func json(_ text: String) { write(ForeignText(text).json, to: 1) }

    static func error(_ text: String) { write("wheelctl: " + ForeignText(text).line, to: 2) }

    /// A line on standard error that is no error of this program.
    static func note(_ text: String) { write(ForeignText(text).line, to: 2) }

    private static func write(_ line: String, to number: Int32) {
        let bytes = Array((line + "\n").utf8)
        let file = Descriptor(owning: number)
        let failure = Result { try bytes.withUnsafeBytes { try file.writeAll($0) } }
        _ = file.release()
        // Of standard error there is nobody to tell.
        guard case .failure(let reason) = failure, number == 1 else { return }
        // What else would be printed would not be seen either.
        error("standard output: cannot be written: \(reason)")
        LinuxSystem.Program.exit(Exit.refused.rawValue)
    }
}
