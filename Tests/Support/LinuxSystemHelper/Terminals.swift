import Glibc
import LinuxSystem

/// Puts a terminal into raw mode under a guard, then ends as the arguments say.
func holdTerminal(_ number: Int32, until ending: String) throws {
    // To set the modes would wake a shell that waits to write, too, or not, as it happens.
    let keeper = try TerminalGuard(number, keepsModes: ending != "told", text: "restored")
    let raw = try RawTerminal(number)
    if ending == "killed" { kill(getpid(), SIGKILL) }
    if ending == "told" {
        // Until the test closes the other end.
        var byte: UInt8 = 0
        _ = read(number + 1, &byte, 1)
        kill(getpid(), SIGKILL)
    }
    _ = consume raw
    withExtendedLifetime(keeper) {}
}

/// Puts a console into graphics mode, then ends as the arguments say.
func holdConsole(_ path: String, until ending: String) throws {
    let console = try VirtualConsole(path: path)
    for _ in 0..<100 where VirtualConsole.state(of: path).map({ "/dev/tty\($0.seen)" }) != path { usleep(10_000) }
    if let state = VirtualConsole.state(of: path) {
        print(state.isGraphics ? "graphics" : "text", "/dev/tty\(state.seen)" == path ? "seen" : "unseen")
    }
    fflush(nil)
    if ending == "killed" { kill(getpid(), SIGKILL) }
    withExtendedLifetime(console) {}
}
