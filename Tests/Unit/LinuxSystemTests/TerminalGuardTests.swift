import Glibc
import LinuxSystem
import Testing

@Suite struct TerminalGuardTests {
    @Test func restoresATerminalAfterSIGKILL() throws {
        let terminal = try PseudoTerminal()
        let before = try terminal.mode()
        _ = try Helper.output(of: "$HELPER terminal killed", passing: [terminal.program.number])
        #expect(try terminal.person.readText() == "restored")
        #expect(try eventually { try terminal.mode().c_lflag == before.c_lflag })
    }

    /// Nobody reads the terminal's output, and a shell waits to write its prompt. Until the prompt is written, no other
    /// process can write to the terminal.
    @Test func restoresATerminalThatIsBehindAndWhoseShellWaits() throws {
        let terminal = try PseudoTerminal()
        // After the number of the waiting shell, the output may say that the helper was killed.
        let said = try Helper.output(of: "$HELPER terminal behind", passing: [terminal.program.number])
        let shell = said.prefix { $0.isNumber }
        // The waiting shell ends, although nobody reads yet.
        #expect(try eventually { try Helper.output(of: "grep -s '^State:.[^ZX]' /proc/\(shell)/status").isEmpty })
        try terminal.person.setNonBlocking()
        var read = ""
        #expect(
            eventually {
                read += (try? terminal.person.readText()) ?? ""
                return read.hasSuffix("promptrestored")
            })
    }

    @Test func doesNothingAfterAnOrderlyEnd() throws {
        let terminal = try PseudoTerminal()
        let before = try terminal.mode()
        _ = try Helper.output(of: "$HELPER terminal itself", passing: [terminal.program.number])
        #expect(try terminal.mode().c_lflag == before.c_lflag)
        try terminal.person.setNonBlocking()
        #expect(throws: Errno.wouldBlock) { try terminal.person.readText() }
    }
}

/// Needs a virtual console in text mode, as on a machine without a desktop.
@Suite(.enabled(if: canTakeConsoles), .serialized)
struct VirtualConsoleTests {
    private static let path = "/dev/tty61"

    /// A service with `TTYPath=/dev/tty7` opens its console as /dev/tty, while another console is shown.
    private static let commands = [
        "$HELPER console \(path)", "setsid --wait --ctty $HELPER console /dev/tty < \(path)",
    ]

    @Test(arguments: commands, ["itself", "killed"])
    func isInGraphicsModeUntilItIsReleased(_ command: String, _ ending: String) throws {
        let before = try #require(VirtualConsole.state(of: Self.path))
        #expect(!before.isGraphics)
        // The shell may print that the helper was killed.
        #expect(try Helper.output(of: "\(command) 61 \(ending)").hasPrefix("graphics seen\n"))
        #expect(
            eventually {
                let after = VirtualConsole.state(of: Self.path)
                return after?.isGraphics == false && after?.seen == before.seen
            })
    }

    @Test func ignoresOtherTerminals() throws {
        let terminal = try PseudoTerminal()
        #expect(try VirtualConsole(path: terminal.path) == nil)
    }
}

private let canTakeConsoles = VirtualConsole.state(of: "/dev/tty0")?.isGraphics == false && getuid() == 0
