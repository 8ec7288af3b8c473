internal import CEvdev
internal import DeviceSupport
internal import LinuxSystem
import TestSupport
import Testing
internal import WheelInput
internal import WheelModel
internal import WheelSettings

/// Devices that come and go.
@Suite(.enabled(if: Devices.canMakeInputs), .serialized)
struct HotPlugDeviceTests {
    @Test func aDeviceMayComeGoAndComeBackUnderAnotherNumber() throws {
        let instrument = try Instrument(.evdev(EvdevSettings(match: DeviceMatch(name: "Griffin*"))))
        #expect(try instrument.next(1) == ["waiting"])
        #expect(instrument.hub?.state(of: 0).detail == "no device that matches name = \"Griffin*\"")
        for round in 0..<3 {
            let occupant = round == 1 ? try UinputDevice(.mouse) : nil
            let device = try UinputDevice(.powerMate)
            #expect(try instrument.run { instrument.lines == ["attached"] })
            try device.emit(.relative(REL_DIAL, 1))
            try device.emit(.key(BTN_0, 1))
            #expect(try instrument.run { instrument.lines == ["attached", "turned 120", "pressed"] })
            device.unplug()
            let expected = ["attached", "turned 120", "pressed", "lost", "waiting"]
            #expect(try instrument.next(5) == expected)
            withExtendedLifetime(occupant) {}
        }
        #expect(instrument.count == 3)
        #expect(instrument.dropped == 0)
    }

    /// Another knob on the same input stays; the button that the lost one held comes up.
    @Test func oneOfTwoGoes() throws {
        let first = try plugged(.powerMate)
        let second = try plugged(.surfaceDial)
        let instrument = try Instrument(.evdev(EvdevSettings()))
        _ = try instrument.next(2)
        try first.emit(.key(BTN_0, 1))
        #expect(try instrument.next(1) == ["pressed"])
        first.unplug()
        #expect(try instrument.next(2) == ["released", "attached"])
        try second.emit(.relative(REL_WHEEL, 1))
        #expect(try instrument.next(1) == ["turned 120"])
    }

    @Test func aMatchTakesWhatNoMatchWouldHaveTaken() throws {
        let named = try plugged(.powerMate)
        let other = try plugged(.surfaceDial)
        let match = DeviceMatch(phys: "usb-test-*")
        let instrument = try Instrument(.evdev(EvdevSettings()), .evdev(EvdevSettings(match: match)))
        _ = try instrument.next(2)
        try named.emit(.relative(REL_DIAL, 1))
        #expect(try instrument.next(1) == ["1 turned 120"])
        try other.emit(.relative(REL_WHEEL, 1))
        #expect(try instrument.next(1) == ["0 turned 120"])
    }

    /// At random moments, mid-turn included: no descriptor is left, each interaction is committed.
    @Test(.timeLimit(.minutes(20))) func aThousandPlugCyclesLeaveNothingBehind() throws {
        let instrument = try Instrument(.evdev(EvdevSettings(match: DeviceMatch(name: "Griffin*"))))
        instrument.keepsLines = false
        var generator = SeededGenerator(seed: 2026)
        print("seed 2026")
        var descriptors: Int?
        var turned = 0
        for cycle in 0..<1000 {
            let device = try UinputDevice(.powerMate)
            _ = try instrument.run { instrument.hub?.state(of: 0).state == .attached }
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                try device.emit(.relative(REL_DIAL, 1))
                turned += 1
                if generator.once(in: 2) { try instrument.turnOnce() }
            }
            if generator.once(in: 2) { try device.emit(.key(BTN_0, 1)) }
            if generator.once(in: 2) { try instrument.turnOnce() }
            device.unplug()
            guard try instrument.run(until: { instrument.hub?.state(of: 0).state == .waiting }) else {
                Issue.record("not lost in cycle \(cycle)")
                return
            }
            let count = try Directory.names(in: "/proc/self/fd").count
            if cycle == 10 { descriptors = count }
            #expect(count == descriptors ?? count)
        }
        #expect(instrument.dropped == 0)
        #expect(instrument.count > 0 && instrument.count <= turned)
        #expect(instrument.commits > 0)
        #expect(instrument.panel.controls.allSatisfy { !$0.isEditing })
    }

    /// Back to back, read in between as a loaded machine would: what is missing is told of.
    @Test func ofABurstNothingIsMissingUntold() throws {
        let device = try plugged(.powerMate)
        let instrument = try Instrument(.evdev(EvdevSettings()))
        #expect(try instrument.next(1) == ["attached"])
        instrument.keepsLines = false
        var generator = SeededGenerator(seed: 5000)
        print("seed 5000")
        for _ in 0..<5000 {
            try device.emit(.relative(REL_DIAL, 1))
            if generator.once(in: 25) { try instrument.turnOnce() }
        }
        try instrument.run(milliseconds: 50)
        print("burst of 5000: \(instrument.count) kept, \(instrument.dropped) times told of a loss")
        #expect(instrument.count == 5000 || instrument.dropped > 0)
        #expect(instrument.count > 0)
    }
}
