import BridgeTestSupport
import LinuxSystem
import Testing
import WheelClient
import WheelCore

@testable import WheelBridge
@testable import WheelWire

@Suite struct CoreBridgeTests {
    private struct OneControl: BridgeCore {
        var missing: [String] = []
        var mirror = Mirror([MirrorTests.Bench.route()], interval: .zero)

        mutating func connect(_ listing: Listing, client: Int) {}
        mutating func receive(_ event: Event) {}
        mutating func disconnect() {}

        mutating func receive(_ reply: Reply, at now: Instant) -> RefusedRequest? {
            guard let number = reply.id.flatMap({ Int($0.json) }) else { return RefusedRequest(reply) }
            let routes = mirror.answered(number, isRefused: reply.refusal != nil, at: now)
            return mirror.refused(reply, routes)
        }
    }

    private final class Bridge: CoreBridge {
        var core = OneControl()
        var complaints = Complaints<String>()

        func work(at now: Instant, _ daemon: Link) throws(SystemError) -> Instant? { nil }
        func end(isFollowed: Bool) {}
    }

    /// A button may have gone up in an event that was missed.
    @Test func aBridgeIsToldOfMissedEvents() { #expect(Bridge().subscription.wants(.missed)) }

    @Test func aRefusalIsKnownAlsoAfterAReload() throws {
        var core = OneControl()
        let now = Instant(microseconds: 1_000_000)
        var refused: [RefusedRequest?] = []
        var asked: [Int] = []
        for round in 0..<3 {
            _ = core.mirror.connect([Sample.float()], client: Sample.client)
            core.mirror.receive(HeardNumber(Double(50 + round)), on: 0, at: now)
            core.mirror.sendRequests(at: now) { number, _ in asked.append(number) }
            // The reply to the second request comes behind the reload.
            if round == 1 { continue }
            for number in asked {
                refused.append(core.receive(try .made(to: RequestID(number), refusing: "out-of-range"), at: now))
            }
            asked = []
        }
        #expect(refused.map { $0?.subject } == ["gain", nil, "gain"])
        #expect(refused.map { $0 == nil } == [false, true, false])
        var complaints = Complaints<String>()
        for case let request? in refused { complaints.add(request) }
        let isNew = complaints.add("refused out-of-range gain", "it is known")
        #expect(!isNew)
    }
}
