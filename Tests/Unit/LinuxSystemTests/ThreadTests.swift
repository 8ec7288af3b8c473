import Glibc
import LinuxSystem
import Synchronization
import Testing
import WheelCore

@Suite struct ThreadTests {
    @Test(arguments: [
        ("render", "render"),
        ("a name beyond fifteen bytes", "a name beyond f"),
        ("ümläüt and more", "ümläüt and m"),
    ])
    func hasItsName(name: String, kernelName: String) throws {
        let keeper = Keeper()
        let thread = try Thread(name) {
            let path = "/proc/self/task/\(Thread.currentNumber)/comm"
            keeper.text.withLock { $0 = (try? Descriptor.open(path, [.read]).readText()) ?? "unread" }
        }
        thread.join()
        #expect(keeper.text.withLock { $0 } == kernelName + "\n")
    }

    @Test func blocksAllSignals() throws {
        let keeper = Keeper()
        let before = blockedSignals()
        try Thread("masked") {
            keeper.text.withLock { $0 = "\(blockedSignals())" }
        }.join()
        let all: [Int32] = [SIGHUP, SIGINT, SIGUSR1, SIGTERM, SIGXCPU]
        #expect(keeper.text.withLock { $0 } == "\(all)")
        // The mask of the starting thread is unchanged.
        #expect(blockedSignals() == before)
    }

    @Test func runsOnAfterBeingDetached() throws {
        let event = try EventDescriptor()
        do { _ = try Thread("detached") { event.signal() } }
        let loop = try EventLoop()
        let silent = Silent()
        let registration = try loop.register(event.descriptor, for: .readable, silent)
        #expect(try loop.iterate(wakeAt: MonotonicClock.now + .seconds(10)) == 1)
        loop.deregister(registration)
    }

    private final class Keeper: Sendable {
        let text = Mutex("")
    }

    private final class Silent: EventHandler {
        func handle(_ readiness: Readiness, of registration: Registration) {}
    }
}

private func blockedSignals() -> [Int32] {
    var set = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &set)
    return [SIGHUP, SIGINT, SIGUSR1, SIGTERM, SIGXCPU].filter { sigismember(&set, $0) == 1 }
}

@Suite struct RealtimeSchedulingTests {
    /// Whether the request is granted depends on the rights of the user who runs the tests.
    @Test func isGrantedAndRevokedOrRefused() throws {
        let output = try Helper.output(of: "$HELPER realtime")
        let fifo = SCHED_FIFO
        #expect(
            [
                "policy \(fifo) then 0, revoked: true, again: false\n", "refused: EPERM\n",
            ].contains(output), "\(output)")
    }

    @Test(.enabled(if: UserDatabase.ownUserNumber == 0, "needs root to give a right up"))
    func isRefusedWithoutTheRight() throws {
        let output = try Helper.output(
            of: "ulimit -r 0; setpriv --bounding-set -sys_nice --inh-caps -sys_nice $HELPER realtime")
        #expect(output == "refused: EPERM\n")
    }
}
