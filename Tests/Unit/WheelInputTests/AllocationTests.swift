internal import CAllocationCounter
internal import CEvdev
import Testing
internal import WheelCore
internal import WheelModel

@testable internal import WheelInput

@Suite(.enabled(if: allocations_are_counted()))
struct AllocationTests {
    private final class Sink: InputReceiver {
        var calls = 0

        func receive(_ event: InputEvent, from input: Int, at time: Instant) { calls += 1 }

        func buttons(named names: [String], of input: Int) -> [Int] { names.map { _ in 0 } }
    }

    private func allocations(_ body: () -> Void) -> Int {
        // The first calls grow the buffers.
        for _ in 0..<4 { body() }
        let before = allocations_of_this_thread()
        for _ in 0..<10 { body() }
        return Int(allocations_of_this_thread() - before)
    }

    @Test func knobFrames() {
        let sink = Sink()
        let merger = InputMerger(index: 0, receiver: sink)
        var frames = KnobFrames(
            axis: .init(code: UInt16(REL_DIAL)), turnKeys: nil, isReversed: false,
            buttons: [.init(code: UInt16(BTN_0), name: "", number: 0)])
        let time = Instant(microseconds: 1)
        let count = allocations {
            frames.apply(type: UInt16(EV_REL), code: UInt16(REL_DIAL), value: 1, at: time, merger: merger)
            frames.apply(type: UInt16(EV_KEY), code: UInt16(BTN_0), value: 1, at: time, merger: merger)
            frames.apply(type: UInt16(EV_KEY), code: UInt16(BTN_0), value: 0, at: time, merger: merger)
            frames.apply(type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0, at: time, merger: merger)
        }
        #expect(count == 0)
        #expect(sink.calls > 14)
    }

    @Test(arguments: [false, true]) func positions(_ wraps: Bool) {
        let sink = Sink()
        let merger = InputMerger(index: 0, receiver: sink)
        let facts = AbsoluteAxis.Facts(minimum: 0, maximum: 1023, fuzz: 0, position: 0, isTouched: false)
        var frames = KnobFrames(
            axis: nil,
            absolute: AbsoluteAxis(
                UInt16(ABS_X), facts, EvdevSettings(axis: "ABS_X", axisWraps: wraps), detents: 24),
            turnKeys: nil, isReversed: false, buttons: [])
        let time = Instant(microseconds: 1)
        var place: Int32 = 0
        let count = allocations {
            place += 10
            frames.apply(type: UInt16(EV_ABS), code: UInt16(ABS_X), value: place, at: time, merger: merger)
            frames.apply(type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0, at: time, merger: merger)
        }
        #expect(count == 0)
        #expect(sink.calls == 14)
    }

    @Test func touchFrames() {
        let sink = Sink()
        let merger = InputMerger(index: 0, receiver: sink)
        var frames = TouchFrames(slotCount: 2, device: 1, transform: .identity)
        let time = Instant(microseconds: 1)
        var x: Int32 = 0
        let count = allocations {
            x += 1
            frames.apply(type: UInt16(EV_ABS), code: UInt16(ABS_MT_TRACKING_ID), value: 3, at: time, merger: merger)
            frames.apply(type: UInt16(EV_ABS), code: UInt16(ABS_MT_POSITION_X), value: x, at: time, merger: merger)
            frames.apply(type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0, at: time, merger: merger)
        }
        #expect(count == 0)
        #expect(sink.calls == 14)
    }

    @Test func lineEdges() {
        let sink = Sink()
        let merger = InputMerger(index: 0, receiver: sink)
        var decoder = LineDecoder(encoder: QuadratureDecoder(a: false, b: false), button: nil, buttonNumber: 0)
        let time = Instant(microseconds: 1)
        let edges = [(LineRole.a, true), (.b, true), (.a, false), (.b, false)].map {
            LineEdge(time: time, role: $0, sequence: 0, isClosed: $1)
        }
        let count = allocations {
            for index in edges.indices { decoder.apply(edges[index], merger: merger) }
        }
        #expect(count == 0)
        #expect(sink.calls == 14)
    }
}
