internal import CAllocationCounter
internal import CEvdev
internal import DeviceSupport
internal import LinuxSystem
import Testing
internal import WheelCore
internal import WheelInput
internal import WheelModel

/// The path from the device to the receiver allocates nothing.
@Suite(.enabled(if: Devices.canMakeInputs), .serialized)
struct SteadyPathDeviceTests {
    private final class Counter: InputReceiver {
        var units = 0
        var frames = 0
        var moves = 0
        var states: [String] = []

        func receive(_ event: InputEvent, from input: Int, at time: Instant) {
            switch event {
            case .turned(let units, _): self.units += units
            case .pressed, .released, .level, .touched: frames += 1
            case .moved: moves += 1
            case .state(let state, _): states.append("\(input) \(state)")
            case .settling, .touchesCancelled, .surface, .dropped, .merged, .raw: break
            }
        }

        func buttons(named names: [String], of input: Int) -> [Int] { names.map { _ in 0 } }
    }

    private func inputs(_ names: [String], _ sources: [InputSource]) -> [InputSettings] {
        zip(names, sources).map { InputSettings(name: $0, source: $1) }
    }

    @Test(.enabled(if: allocations_are_counted())) func framesAllocateNothing() throws {
        Log.level = .error
        let knob = try plugged(.powerMate)
        let screen = try plugged(.touchscreen)
        let counter = Counter()
        let loop = try EventLoop()
        // Two inputs on one device.
        var description = InputDescription(name: "Pots")
        description.absolute = [.init(ABS_X, 0...255), .init(ABS_Y, 0...255)]
        let pots = try plugged(description)
        let axes = ["ABS_X", "ABS_Y"].map { axis in
            InputSource.evdev(EvdevSettings(match: DeviceMatch(name: "Pots"), axis: axis))
        }
        let settings = inputs(["k", "t", "x", "y"], [.evdev(EvdevSettings()), .touch(TouchSettings())] + axes)
        let hub = InputHub(loop: loop, settings: settings, receiver: counter)
        hub.start(at: .now)
        defer { hub.close() }
        let areThere = try Patience.until {
            try loop.iterate(wakeAt: .distantPast)
            return counter.states.suffix(4).filter { $0.hasSuffix("attached") }.count == 4
        }
        #expect(areThere)
        var during: [Int] = []
        during.reserveCapacity(100)
        for round in 0..<100 {
            try knob.emit(.relative(REL_DIAL, 1), .key(BTN_0, round % 2 == 0 ? 1 : 0))
            try screen.emit(
                .absolute(ABS_MT_SLOT, 0), .absolute(ABS_MT_TRACKING_ID, 1),
                .absolute(ABS_MT_POSITION_X, Int32(round)))
            try pots.emit(.absolute(ABS_X, Int32(round + 1)), .absolute(ABS_Y, Int32(200 - round)))
            let before = allocations_of_this_thread()
            try loop.iterate(wakeAt: .distantPast)
            _ = hub.deadline
            hub.wake(at: .now)
            during.append(Int(allocations_of_this_thread() - before))
        }
        #expect(counter.units == 100 * 120)
        #expect(counter.frames == 200)
        #expect(counter.moves == 200)
        // The first five rounds may allocate, because they grow the buffers.
        #expect(during.dropFirst(5).reduce(0, +) == 0, "\(during)")
    }
}
