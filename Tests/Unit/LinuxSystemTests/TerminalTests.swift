import Glibc
import LinuxSystem
import Testing

@Suite struct TerminalTests {
    @Test func readsTheSize() throws {
        let terminal = try PseudoTerminal()
        #expect(Terminal.isTerminal(terminal.program.number))
        let size = try Terminal.size(of: terminal.program.number)
        #expect(size.columns == 100 && size.rows == 30)
        let pipe = try DescriptorPair.pipe()
        #expect(!Terminal.isTerminal(pipe.first.number))
        #expect(throws: Errno.notTerminal) { try Terminal.size(of: pipe.first.number) }
    }

    @Test func isRawUntilItIsReleased() throws {
        let terminal = try PseudoTerminal()
        let before = try terminal.mode()
        #expect(before.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON))
        do {
            let raw = try RawTerminal(terminal.program.number)
            let mode = try terminal.mode()
            #expect(mode.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == tcflag_t(ISIG))
            #expect(mode.c_oflag & tcflag_t(OPOST) != 0)
            // A key is delivered at once, without a newline.
            try terminal.person.write("k")
            #expect(try terminal.program.readText() == "k")
            _ = consume raw
        }
        let after = try terminal.mode()
        #expect(after.c_lflag == before.c_lflag && after.c_oflag == before.c_oflag && after.c_iflag == before.c_iflag)
    }

    @Test func refusesOtherFiles() throws {
        let pipe = try DescriptorPair.pipe()
        #expect(throws: Errno.notTerminal) { _ = try RawTerminal(pipe.first.number) }
    }
}
