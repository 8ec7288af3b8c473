import Glibc
import LinuxSystem

/// Puts a terminal into raw mode under a guard. Then returns if `ending` is "itself"; otherwise the process sends
/// itself SIGKILL.
func holdTerminal(_ number: Int32, until ending: String) throws {
    // If `ending` is "behind", the guard must not restore the modes, because that might wake the waiting shell.
    let keeper = try TerminalGuard(number, keepsModes: ending != "behind", text: "restored")
    let raw = try RawTerminal(number)
    if ending == "behind" { try letShellWait(number) }
    if ending != "itself" { kill(getpid(), SIGKILL) }
    _ = consume raw
    withExtendedLifetime(keeper) {}
}

/// Fills a terminal that nobody reads, and starts a shell that waits to write its prompt. Prints the shell's process
/// id.
private func letShellWait(_ number: Int32) throws {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)
    // The kernel still forwards some bytes of a full buffer, so only 20 failures in a row count.
    var failures = 0
    while failures < 20 {
        if write(number, text, text.count) < 0 {
            failures += 1
            usleep(5_000)
        } else {
            failures = 0
        }
    }
    let script = """
        env printf prompt >\(String(cString: ttyname(number))) 2>&1 & shell=$!
        for _ in $(seq 100); do grep -q wait_woken /proc/$shell/wchan && break; sleep .01; done
        printf $shell
        """
    let words = ["sh", "-c", script]
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    var shell = pid_t()
    guard posix_spawn(&shell, "/bin/sh", nil, nil, arguments + [nil], environ) == 0 else { throw Errno.last }
    waitpid(shell, nil, 0)
}

/// Puts the console `number` into graphics mode, through the file at `path`. Then the process is killed if `ending` is
/// "killed"; otherwise it ends by itself.
func holdConsole(_ path: String, _ number: Int?, until ending: String) throws {
    let console = try VirtualConsole(path: path)
    for _ in 0..<100 where VirtualConsole.state(of: path)?.seen != number { usleep(10_000) }
    if let state = VirtualConsole.state(of: path) {
        print(state.isGraphics ? "graphics" : "text", state.seen == number ? "seen" : "unseen")
    }
    fflush(nil)
    if ending == "killed" { kill(getpid(), SIGKILL) }
    withExtendedLifetime(console) {}
}
