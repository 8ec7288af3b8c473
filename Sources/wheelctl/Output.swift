import LinuxSystem
import WheelCore
import WheelPanel
import WheelWire

/// Standard output and standard error, unbuffered: each line is visible at once.
///
/// The program's output, except recordings and the panel in a terminal, is written here. It includes names of devices
/// and texts from the daemon. So each text becomes one line of visible characters, which can neither control the
/// terminal nor start another line.
enum Output {
    static func line(_ text: String) { write(ForeignText(text).line, to: 1) }

    /// Prints a word, followed by a tab and its description if there is one.
    static func line(_ word: String, _ description: String) {
        write(ForeignText(word).line + (description.isEmpty ? "" : "\t\(description)"), to: 1)
    }

    /// Prints a panel that is drawn as characters. The text has no control sequences except this program's own.
    static func typed(_ text: CellText) { write(text.bytes, to: 1) }

    static func text(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { Self.line(String(line)) }
    }

    /// Prints a line of JSON. Invisible characters become JSON's own escapes.
    static func json(_ text: String) { write(ForeignText(text).json, to: 1) }

    /// Prints a JSON object. A `nil` is printed as null.
    static func json(_ members: KeyValuePairs<String, ControlValue?>) {
        json("{\(members.map { "\"\($0)\":\($1?.json ?? "null")" }.joined(separator: ","))}")
    }

    static func error(_ text: String) { write("wheelctl: " + ForeignText(text).line, to: 2) }

    /// Prints a line on standard error that does not report a failure of this program.
    static func note(_ text: String) { write(ForeignText(text).line, to: 2) }

    private static func write(_ line: String, to number: Int32) { write(Array((line + "\n").utf8), to: number) }

    private static func write(_ bytes: [UInt8], to number: Int32) {
        let file = Descriptor(owning: number)
        let failure = Result { try file.writeAll(bytes) }
        _ = file.release()
        // If standard error fails, that cannot be reported.
        guard case .failure(let reason) = failure, number == 1 else { return }
        // Further output would fail as well, so the program ends.
        error("standard output: cannot be written: \(reason)")
        Program.exit(Exit.refused.rawValue)
    }
}

extension Double {
    /// The shortest decimal text, as in the daemon's lines.
    var decimal: String { ControlValue.number(self).json }
}
