internal import CEvdev
internal import DeviceSupport
internal import Glibc
internal import LinuxSystem
internal import Synchronization
import Testing
internal import WheelCore
internal import WheelInput

/// More detents at once than the kernel's queue holds.
@Suite(.enabled(if: Devices.canMakeInputs), .serialized)
struct BurstDeviceTests {
    private static let detents = 5000

    /// The state that the reading thread and the turning thread share.
    private final class Exchange: Sendable {
        let isReady = Atomic(false)
        let isOver = Atomic(false)
        let isRealtime = Atomic(false)
        let kept = Atomic(0)
        let losses = Atomic(0)
    }

    /// Turns in this thread, and reads in another one.
    private func burst(realtime: Bool) throws -> Exchange {
        let device = try plugged(.powerMate)
        let exchange = Exchange()
        let reader = try Thread("reader") {
            if realtime, case .granted = RealtimeScheduling.request(priority: 10, longestRun: .milliseconds(900)) {
                exchange.isRealtime.store(true, ordering: .relaxed)
            }
            do {
                let instrument = try Instrument(.evdev(EvdevSettings()))
                instrument.keepsLines = false
                _ = try instrument.run { instrument.hub?.state(of: 0).state == .attached }
                exchange.isReady.store(true, ordering: .releasing)
                _ = try instrument.run(milliseconds: 60_000) {
                    instrument.count == Self.detents || exchange.isOver.load(ordering: .acquiring)
                }
                // Reads the rest of the queue.
                try instrument.run(milliseconds: 50)
                exchange.kept.store(instrument.count, ordering: .relaxed)
                exchange.losses.store(instrument.dropped, ordering: .relaxed)
            } catch {
                Issue.record("\(error)")
                exchange.isReady.store(true, ordering: .releasing)
            }
        }
        let isReady = Patience.until { exchange.isReady.load(ordering: .acquiring) }
        #expect(isReady)
        for _ in 0..<Self.detents { try device.emit(.relative(REL_DIAL, 1)) }
        exchange.isOver.store(true, ordering: .releasing)
        reader.join()
        let kept = exchange.kept.load(ordering: .relaxed)
        let losses = exchange.losses.load(ordering: .relaxed)
        print(
            "\(Self.detents) detents \(realtime ? "with" : "without") SCHED_FIFO: \(kept) kept, \(losses) losses told")
        return exchange
    }

    /// The thread that turns has ordinary scheduling, so it yields at once to the real-time reader.
    @Test(.enabled(if: geteuid() == 0)) func aRealtimeReaderMissesNothing() throws {
        let exchange = try burst(realtime: true)
        let isRealtime = exchange.isRealtime.load(ordering: .relaxed)
        #expect(isRealtime)
        let (kept, losses) = (exchange.kept.load(ordering: .relaxed), exchange.losses.load(ordering: .relaxed))
        #expect(kept == Self.detents && losses == 0)
    }

    @Test func lossesOfAnOrdinaryReaderAreReported() throws {
        let exchange = try burst(realtime: false)
        let kept = exchange.kept.load(ordering: .relaxed)
        #expect(kept > 0 && kept <= Self.detents)
        let losses = exchange.losses.load(ordering: .relaxed)
        #expect((kept < Self.detents) == (losses > 0))
    }
}
