internal import CEvdev
internal import DeviceSupport
internal import LinuxSystem
import TestSupport
import Testing
internal import WheelCore
internal import WheelInput
internal import WheelModel

/// A device and the replay of its recording have the same results.
///
/// If WHEELD_RECORDINGS names a folder, each recording is written to it. The files in Recordings/ were made in this
/// way.
@Suite(.enabled(if: Devices.canMakeInputs && Devices.canSimulateChips), .serialized)
struct RecordingDeviceTests {
    private func record(_ name: String, _ source: InputSource, _ body: (Instrument) throws -> Void) throws {
        let instrument = try Instrument(source)
        #expect(try instrument.next(1) == ["attached"])
        instrument.hub?.reportRaw(true, of: 0, at: .now)
        try body(instrument)
        try instrument.run(milliseconds: 500)
        let recording = try Recording(text: instrument.recording.text)
        #expect(recording == instrument.recording)

        let replayed = try Instrument(sources: [source])
        replayed.play(recording, as: source)
        #expect(replayed.lines == instrument.lines.filter { $0 != "waiting" })
        #expect(replayed.outcome == instrument.outcome)
        print("\(name): \(instrument.outcome), \(recording.events.count) events")
        guard let folder = Environment.value(of: "WHEELD_RECORDINGS") else { return }
        try RecordingFile.write(recording.text, to: "\(folder)/\(name).txt")
    }

    private func turn(_ encoder: SimulatedEncoder, _ instrument: Instrument, _ detents: Int, bounces: Int = 0) throws {
        for _ in 0..<abs(detents) * 4 {
            try encoder.step(forward: detents > 0, bounces: bounces)
            try instrument.turnOnce()
        }
    }

    @Test func aBouncyEncoder() throws {
        let encoder = try SimulatedEncoder("bouncy")
        try record("bouncy-encoder", .gpio(SimulatedEncoder.settings("bouncy"))) { instrument in
            try turn(encoder, instrument, 10, bounces: 3)
        }
    }

    @Test func aFastReversal() throws {
        let encoder = try SimulatedEncoder("reversed")
        try record("fast-reversal", .gpio(SimulatedEncoder.settings("reversed"))) { instrument in
            for detents in [3, -2, 1, -5, 4] { try turn(encoder, instrument, detents) }
            // Halfway into a detent and back.
            for forward in [true, true, false, false] { try encoder.step(forward: forward) }
        }
    }

    /// Any legal edges: turns of any length both ways, reversals between detents, bounce.
    @Test func anyTurns() throws {
        let encoder = try SimulatedEncoder("any")
        var generator = SeededGenerator(seed: 78)
        print("seed 78")
        try record("any-turns", .gpio(SimulatedEncoder.settings("any"))) { instrument in
            var isForward = true
            while encoder.edges < 2000 || encoder.position % 4 != 0 {
                if generator.once(in: 12) { isForward.toggle() }
                try encoder.step(
                    forward: isForward, bounces: generator.once(in: 3) ? Int.random(in: 1...4, using: &generator) : 0)
                try instrument.turnOnce()
            }
            print("any-turns: truly \(encoder.position / 4) detents")
        }
    }

    @Test func lostEdges() throws {
        let encoder = try SimulatedEncoder("lossy")
        try record("lost-edges", .gpio(SimulatedEncoder.settings("lossy"))) { instrument in
            try turn(encoder, instrument, 2)
            for _ in 0..<1102 { try encoder.step(forward: true) }
            try instrument.run(milliseconds: 20)
            try turn(encoder, instrument, -3)
        }
    }

    private func finger(_ slot: Int32, _ id: Int32, _ x: Int, _ y: Int) -> [KernelEvent] {
        [
            .absolute(ABS_MT_SLOT, slot), .absolute(ABS_MT_TRACKING_ID, id), .absolute(ABS_MT_POSITION_X, Int32(x)),
            .absolute(ABS_MT_POSITION_Y, Int32(y)),
        ]
    }

    private func lift(_ slot: Int32) -> [KernelEvent] {
        [.absolute(ABS_MT_SLOT, slot), .absolute(ABS_MT_TRACKING_ID, -1)]
    }

    /// At most 300 ms may pass between the two taps of a double tap.
    @Test(arguments: [("double-tap", 285), ("late-double-tap", 315)] as [(String, Int64)])
    func aDoubleTapAtTheEdgeOfItsTime(_ name: String, _ pause: Int64) throws {
        let screen = try plugged(.touchscreen)
        try record(name, .touch(TouchSettings())) { instrument in
            for (id, pause) in [(Int32(1), pause), (2, 0)] {
                try screen.emit(finger(0, id, 400, 240))
                try instrument.run(milliseconds: 100)
                try screen.emit(lift(0))
                try instrument.run(milliseconds: pause)
            }
        }
    }

    @Test func aTwistOfTwoFingers() throws {
        let screen = try plugged(.touchscreen)
        try record("two-finger-twist", .touch(TouchSettings())) { instrument in
            try screen.emit(finger(0, 1, 300, 240) + finger(1, 2, 500, 240))
            for step in 1...20 {
                try screen.emit(finger(0, 1, 300, 240 - step * 4) + finger(1, 2, 500, 240 + step * 4))
                try instrument.run(milliseconds: 10)
            }
            try screen.emit(lift(0) + lift(1))
        }
    }

    @Test func unpluggingDuringADrag() throws {
        let screen = try plugged(.touchscreen)
        try record("unplugged-drag", .touch(TouchSettings())) { instrument in
            try screen.emit(finger(0, 1, 300, 240))
            for step in 1...20 {
                try screen.emit(.absolute(ABS_MT_POSITION_X, Int32(300 + step * 3)))
                try instrument.run(milliseconds: 10)
            }
            screen.unplug()
            _ = try instrument.run { instrument.lines.last == "waiting" }
        }
    }

    @Test func aKnob() throws {
        let knob = try plugged(.powerMate)
        try record("knob", .evdev(EvdevSettings())) { instrument in
            for turns: Int32 in [1, 1, -1, 4] {
                try knob.emit(.relative(REL_DIAL, turns))
                try instrument.run(milliseconds: 30)
            }
            for value: Int32 in [1, 0] {
                try knob.emit(.key(BTN_0, value))
                try instrument.run(milliseconds: 80)
            }
        }
    }
}
