internal import LinuxSystem
import Testing
internal import WheelModel
internal import WheelSettings

@testable internal import WheelInput

/// Inputs that wait for what is not there.
struct WaitingTests {
    /// What nobody tells of is tried soon, and then more and more rarely.
    @Test func anInputThatWaitsHardlyWakesTheMachine() throws {
        Log.level = .error
        let instrument = try Instrument(sources: [.gpio(GPIOSettings(chip: "gpiochip77", button: .offset(0)))])
        let settings = [
            InputSettings(name: "input0", source: .gpio(GPIOSettings(chip: "gpiochip77", button: .offset(0))))
        ]
        let hub = InputHub(
            loop: try EventLoop(), settings: settings, panelInputs: instrument.panel.settings.inputs,
            receiver: instrument)
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
        // Something has happened: it is tried soon again.
        hub.update(
            settings: settings, panelInputs: instrument.panel.settings.inputs, buttonDebounce: .milliseconds(20),
            at: before)
        #expect(hub.deadline == before + .seconds(1))
    }

    /// The file's rights refuse with EACCES, a device cgroup (a container, DeviceAllow of a service) with EPERM.
    @Test(arguments: [Errno.accessDenied, .notPermitted]) func whatMayNotBeWrittenIsRead(_ refusal: Errno) throws {
        var isWritable = true
        let file = try EvdevHandle.open(&isWritable) { mode throws(Errno) in
            if mode == .readWrite { throw refusal }
            return try Descriptor.open("/dev/null", mode)
        }
        #expect(!isWritable)
        #expect(file.number >= 0)
    }

    @Test func otherRefusalsAreTold() {
        var isWritable = true
        #expect(throws: Errno.tooManyDescriptors) {
            _ = try EvdevHandle.open(&isWritable) { _ throws(Errno) in throw .tooManyDescriptors }
        }
    }
}
