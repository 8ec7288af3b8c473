import BridgeTestSupport
import LinuxSystem
import Testing
import WheelClient
import WheelCore

@testable import WheelBridge
@testable import WheelWire

@Suite struct CoreBridgeTests {
    private struct OneControl: BridgeCore {
        var exchange = Exchange(interval: .zero)

        init() { exchange.configure([MirrorTests.Bench.route()]) }
    }

    private final class Bridge: CoreBridge {
        var core = OneControl()
        var complaints = Complaints()

        func work(at now: Instant, _ daemon: Link) throws(SystemError) -> Instant? { nil }
    }

    /// A missed event may have released a button, so every bridge subscribes to `missed`.
    @Test func aBridgeIsToldOfMissedEvents() { #expect(Bridge().subscription.wants(.missed)) }

    @Test func aRefusalIsKnownAlsoAfterAReload() throws {
        var core = OneControl()
        let now = Instant(microseconds: 1_000_000)
        var refused: [RefusedRequest?] = []
        var asked: [RequestID] = []
        for round in 0..<3 {
            core.connect(Listing(controls: [Sample.float()], inputs: []), client: Sample.client)
            core.exchange.peers[0].mirror.receive(HeardNumber(Double(50 + round)), on: 0, at: now)
            core.sendRequests(at: now) { _, id in asked += [id].compactMap { $0 } }
            // The second request gets its reply only after the next reload.
            if round == 1 { continue }
            for id in asked {
                refused.append(core.receive(try .made(to: id, refusing: "out-of-range"), at: now))
            }
            asked = []
        }
        #expect(refused.map { $0?.subject } == ["gain", nil, "gain"])
        #expect(refused.map { $0 == nil } == [false, true, false])
        var complaints = Complaints()
        for case let request? in refused { complaints.add(request) }
        let isNew = complaints.add("refused out-of-range gain", "it is known")
        #expect(!isNew)
    }
}
