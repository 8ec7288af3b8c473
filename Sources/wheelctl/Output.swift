import LinuxSystem

/// Standard output and error, unbuffered: a line that comes is a line that is seen.
enum Output {
    static func line(_ text: String) { write(Array((text + "\n").utf8), to: 1) }
    static func line(_ bytes: [UInt8]) { write(bytes + [UInt8(ascii: "\n")], to: 1) }
    static func error(_ text: String) { write(Array("wheelctl: \(text)\n".utf8), to: 2) }

    /// A line on standard error that is no error of this program.
    static func note(_ text: String) { write(Array((text + "\n").utf8), to: 2) }

    private static func write(_ bytes: [UInt8], to number: Int32) {
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
