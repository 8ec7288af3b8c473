import Glibc
import LinuxSystem

// Many clients at once: the cost of a value, its latency to each client, and the cost that clients which never read
// impose on the others. Run it with `scripts/bench clients`, which starts the daemon.

func usage() -> Never {
    print("usage: bench-clients SOCKET DAEMON-PROCESS CLIENTS STUCK SECONDS [watching]")
    exit(2)
}

let arguments = Program.arguments
guard (5...6).contains(arguments.count), let daemon = Int32(arguments[1]), let clients = Int(arguments[2]),
    let stuck = Int(arguments[3]), let seconds = Int(arguments[4])
else { usage() }

do {
    let audience = try Audience(socket: arguments[0], readers: clients - stuck, stuck: stuck)
    try audience.greet()
    // The clients that never read watch a remote display.
    if arguments.last == "watching" { audience.watch() }
    let before = ProcessorTime(of: daemon)
    let hand = try Hand(socket: arguments[0], seconds: seconds)
    try audience.follow(hand)
    let spent = ProcessorTime(of: daemon) - before
    audience.report(hand, daemon: spent)
    exit(audience.isRight(hand) ? 0 : 1)
} catch {
    print("bench-clients: \(error)")
    exit(1)
}
