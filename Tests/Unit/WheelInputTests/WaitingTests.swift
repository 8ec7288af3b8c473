internal import LinuxSystem
import Testing
internal import WheelCore
internal import WheelModel

@testable internal import WheelInput

struct WaitingTests {
    /// Some changes cause no event, so the hub looks for them: first after a second, then at growing intervals.
    @Test func anInputThatWaitsHardlyWakesTheMachine() throws {
        Log.level = .error
        let instrument = try Instrument(sources: [.gpio(GPIOSettings(chip: "gpiochip77", button: .offset(0)))])
        let settings = [
            InputSettings(name: "input0", source: .gpio(GPIOSettings(chip: "gpiochip77", button: .offset(0))))
        ]
        let hub = InputHub(
            loop: try EventLoop(), settings: settings, receiver: instrument)
        hub.start(at: Instant(microseconds: 0))
        defer { hub.close() }
        var before = Instant(microseconds: 0)
        var pauses: [Int64] = []
        for _ in 0..<9 {
            let due = try #require(hub.deadline)
            pauses.append((due - before).microseconds / 1_000_000)
            hub.wake(at: due)
            before = due
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 64, 64])
        // After a reload the intervals begin again at one second.
        hub.update(settings: settings, buttonDebounce: .milliseconds(20), at: before)
        #expect(hub.deadline == before + .seconds(1))
    }

    /// File permissions refuse an open with EACCES; a device cgroup (of a container, or DeviceAllow of a service)
    /// refuses it with EPERM.
    @Test(arguments: [Errno.accessDenied, .notPermitted]) func aDeviceThatMayNotBeWrittenIsOpenedForReading(
        _ refusal: Errno
    ) throws {
        var isWritable = true
        let file = try EvdevHandle.open(&isWritable) { mode throws(Errno) in
            if mode == .readWrite { throw refusal }
            return try Descriptor.open("/dev/null", mode)
        }
        #expect(!isWritable)
        #expect(file.number >= 0)
    }

    @Test func otherRefusalsAreThrown() {
        var isWritable = true
        #expect(throws: Errno.tooManyDescriptors) {
            _ = try EvdevHandle.open(&isWritable) { _ throws(Errno) in throw .tooManyDescriptors }
        }
    }

    private final class Namer: InputReceiver {
        var asked: [Int] = []

        func buttons(named names: [String], of input: Int) -> [Int] {
            asked.append(names.count)
            return Array(names.indices)
        }

        func receive(_ event: InputEvent, from input: Int, at time: Instant) {}
    }

    /// One call reports the names of all keys, since each call rewrites all names for the clients.
    @Test func aKeyboardNamesItsKeysAtOnce() {
        let receiver = Namer()
        let frames = KnobFrames(
            InputSettings(name: "keys"), EvdevSettings(),
            NodeShare(relative: CodeSet(), absolute: CodeSet(), keys: CodeSet(Array(1...255))),
            counts: { _ in false }, absolute: { _ in nil }, merger: InputMerger(index: 0, receiver: receiver))
        #expect(receiver.asked == [255])
        #expect(frames.buttons.map(\.number) == Array(0..<255))
    }
}
