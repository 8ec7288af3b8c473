internal import CEvdev
internal import DeviceSupport
import Testing
internal import WheelCore
internal import WheelInput
internal import WheelModel

@Suite(.enabled(if: Devices.canMakeInputs), .serialized)
struct KnobDeviceTests {
    @Test func aDialTurnsAndItsButtonPresses() throws {
        let device = try plugged(.powerMate)
        let instrument = try Instrument(.evdev(EvdevSettings()))
        #expect(try instrument.next(1) == ["attached"])
        let before = Instant.now
        try device.emit(.relative(REL_DIAL, 1))
        try device.emit(.relative(REL_DIAL, -3))
        try device.emit(.key(BTN_0, 1), .relative(REL_DIAL, 2))
        try device.emit(.key(BTN_0, 0))
        #expect(try instrument.next(5) == ["turned 120", "turned -360", "pressed", "turned 240", "released"])
        #expect(instrument.count == 0)
        #expect(instrument.productDetents == 96)
        for time in instrument.times.dropFirst() { #expect((before...Instant.now).contains(time)) }
        #expect(instrument.dropped == 0)
    }

    /// The high-resolution value counts. The plain axis counts only if the high-resolution axis reports nothing.
    @Test func aHighResolutionAxisIsCountedOnce() throws {
        let device = try plugged(.fineWheel)
        let instrument = try Instrument(.evdev(EvdevSettings(isReversed: true)))
        #expect(try instrument.next(1) == ["attached"])
        try device.emit(.relative(REL_WHEEL_HI_RES, 30))
        try device.emit(.relative(REL_WHEEL_HI_RES, 90), .relative(REL_WHEEL, 1))
        try device.emit(.relative(REL_WHEEL, -2))
        #expect(try instrument.next(3) == ["turned -30", "turned -90", "turned 240"])
        #expect(instrument.count == 1)
    }

    /// The dial's key for contact with a screen is not a button, nor is the key that it never releases. So only one
    /// button is left, which needs no name. The dial counts tenths of a degree, and 300 of them, 30°, are two detents
    /// of 24 in a turn.
    @Test func aSurfaceDialIsAKnobAndNoTouchscreen() throws {
        let device = try plugged(.surfaceDial)
        let instrument = try Instrument(.evdev(EvdevSettings()), .touch(TouchSettings()))
        #expect(try instrument.next(2) == ["0 attached", "1 waiting"])
        try device.emit(.key(KEY_WAKEUP, 1))
        try device.emit(.relative(REL_DIAL, 300), .key(BTN_TOUCH, 1))
        try device.emit(.key(BTN_0, 1))
        #expect(try instrument.next(2) == ["0 turned 240", "0 pressed"])
    }

    /// After a reload with twice as many detents in a turn, 30° are four detents.
    @Test func aReloadChangesTheDetentsOfASurfaceDial() throws {
        let device = try plugged(.surfaceDial)
        func input(_ detents: Int) -> InputSettings {
            InputSettings(name: "dial", source: .evdev(EvdevSettings()), controls: [0], detents: detents)
        }
        let instrument = try Instrument([input(24)])
        #expect(try instrument.next(1) == ["attached"])
        try device.emit(.relative(REL_DIAL, 300))
        #expect(try instrument.next(1) == ["turned 240"])
        instrument.update([input(48)])
        #expect(try instrument.next(1) == ["attached"])
        try device.emit(.relative(REL_DIAL, 300))
        #expect(try instrument.next(1) == ["turned 480"])
    }

    /// The jog wheel reports positions: 253, 254, 255, 1. The kernel sends no event for 0, so the move from 255 to 1
    /// counts as two detents.
    @Test func aJogThatReportsPositionsIsCounted() throws {
        let device = try plugged(.shuttle)
        let instrument = try Instrument(.evdev(EvdevSettings()))
        #expect(try instrument.next(1) == ["attached"])
        for place: Int32 in [253, 254, 255, 1, 2, 1, 250] { try device.emit(.relative(REL_DIAL, place)) }
        // When the ring moves, the device repeats the position of the jog wheel.
        try device.emit(.relative(REL_DIAL, 250), .relative(REL_WHEEL, 3))
        #expect(
            try instrument.next(6)
                == ["turned 120", "turned 120", "turned 240", "turned 120", "turned -120", "turned -840"])
        #expect(instrument.count == -3)
    }

    @Test func keysTurnAndTheOthersPress() throws {
        let device = try plugged(.volumeKnob)
        let settings = EvdevSettings(
            match: DeviceMatch(name: "*Consumer Control"),
            turnKeys: TurnKeys(down: "KEY_VOLUMEDOWN", up: "KEY_VOLUMEUP"))
        let instrument = try Instrument(.evdev(settings), buttons: ["KEY_MUTE"])
        #expect(try instrument.next(1) == ["attached"])
        for (key, value) in [(KEY_VOLUMEUP, 1), (KEY_VOLUMEUP, 0), (KEY_VOLUMEUP, 1), (KEY_VOLUMEUP, 0)] {
            try device.emit(.key(key, Int32(value)))
        }
        try device.emit(.key(KEY_VOLUMEDOWN, 1))
        try device.emit(.key(KEY_VOLUMEDOWN, 0))
        try device.emit(.key(KEY_MUTE, 1))
        try device.emit(.key(KEY_MUTE, 0))
        try device.emit(.key(KEY_PLAYPAUSE, 1))
        let expected = [
            "turned 120", "turned 120", "turned -120", "pressed KEY_MUTE", "released KEY_MUTE", "pressed KEY_PLAYPAUSE",
        ]
        #expect(try instrument.next(6) == expected)
        #expect(instrument.count == 1)
    }

    @Test func aConfiguredAxisTurns() throws {
        var description = InputDescription(name: "Odd")
        description.relative = [REL_X, REL_Y, REL_MISC]
        description.keys = [BTN_0]
        let device = try plugged(description)
        let match = DeviceMatch(name: "Odd")
        let instrument = try Instrument(.evdev(EvdevSettings(match: match, axis: "REL_MISC")))
        #expect(try instrument.next(1) == ["attached"])
        try device.emit(.relative(REL_X, 5), .relative(REL_MISC, 2))
        #expect(try instrument.next(1) == ["turned 240"])
    }

    /// Pointers and keyboards with a wheel are not used. Several knobs join one input.
    @Test func allKnobsAndOnlyKnobsAreUsed() throws {
        let others = try [plugged(.mouse), plugged(.keyboard), plugged(.volumeKnob)]
        let knobs = try [plugged(.powerMate), plugged(.fineWheel)]
        let instrument = try Instrument(.evdev(EvdevSettings()))
        _ = try instrument.next(2)
        for device in others.prefix(2) { try device.emit(.relative(REL_WHEEL, 1)) }
        // The knobs share one button of the input, which is down while any knob holds it.
        for (knob, value) in [(0, 1), (1, 1), (0, 0), (1, 0)] {
            try knobs[knob].emit(.key(BTN_0, Int32(value)))
            try instrument.run(milliseconds: 10)
        }
        try knobs[1].emit(.relative(REL_WHEEL, 1))
        #expect(try instrument.next(3) == ["pressed", "released", "turned 120"])
    }

    @Test func otherProgramsGetNothingOfAGrabbedDevice() throws {
        let device = try plugged(.powerMate)
        let match = DeviceMatch(vendor: 0x077d, product: 0x0410)
        let first = try Instrument(.evdev(EvdevSettings(match: match, grabs: true)))
        let second = try Instrument(.evdev(EvdevSettings(match: match)))
        _ = (try first.next(1), try second.next(1))
        try device.emit(.relative(REL_DIAL, 1))
        #expect(try first.next(1) == ["turned 120"])
        try second.run(milliseconds: 20)
        #expect(second.lines.isEmpty)
    }

    @Test(arguments: [[FF_RUMBLE], [FF_PERIODIC, FF_SINE]])
    func effectsArePlayedAndRateLimited(_ effects: [Int32]) throws {
        var description = InputDescription.powerMate
        description.effects = effects
        let device = try plugged(description)
        let instrument = try Instrument(.evdev(EvdevSettings(hasHaptics: true)))
        #expect(try instrument.next(1) == ["attached"])
        // The effects are uploaded on another thread, so the test waits for them.
        #expect(Patience.until { device.feedback.count == 2 })
        Patience.pass(milliseconds: 50)
        for _ in 0..<10 { instrument.hub?.playHaptics(.tick, of: 0) }
        instrument.hub?.playHaptics(.bump, of: 0)
        func plays(_ number: Int16) -> Int { device.feedback.count { $0 == .played(number: number, times: 1) } }
        #expect(Patience.until { plays(1) == 1 })
        #expect(plays(0) == 1)
        Patience.pass(milliseconds: 80)
        instrument.hub?.playHaptics(.tick, of: 0)
        #expect(Patience.until { plays(0) == 2 })
    }

    /// The program that made a device may never answer. Neither the loop nor the end of the program waits for it.
    @Test func aDeviceWhoseProgramDoesNotAnswerDelaysNothing() throws {
        var description = InputDescription.powerMate
        description.effects = [FF_RUMBLE]
        let device = try UinputDevice(description, answers: false)
        let start = Instant.now
        let instrument = try Instrument(.evdev(EvdevSettings(hasHaptics: true)))
        #expect(try instrument.next(1) == ["attached"])
        instrument.hub?.playHaptics(.tick, of: 0)
        try device.emit(.relative(REL_DIAL, 1))
        #expect(try instrument.next(1) == ["turned 120"])
        instrument.hub?.close()
        #expect(Instant.now - start < .seconds(5))
    }

    /// A key is down when the device is opened. Other programs get its release, and nothing after it.
    @Test func aGrabWaitsUntilAllKeysAreUp() throws {
        let device = try plugged(.powerMate)
        let other = try Instrument(.evdev(EvdevSettings()))
        _ = try other.next(1)
        try device.emit(.key(BTN_0, 1))
        #expect(try other.next(1) == ["pressed"])
        let instrument = try Instrument(.evdev(EvdevSettings(grabs: true)))
        #expect(try instrument.next(1) == ["attached"])
        try device.emit(.relative(REL_DIAL, 1))
        #expect(try instrument.next(1) == ["turned 120"])
        #expect(try other.next(1) == ["turned 120"])
        try device.emit(.key(BTN_0, 0))
        #expect(try other.next(1) == ["released"])
        try instrument.run(milliseconds: 20)
        instrument.forgetLines()
        try device.emit(.relative(REL_DIAL, 1))
        #expect(try instrument.next(1) == ["turned 120"])
        try other.run(milliseconds: 20)
        #expect(other.lines.isEmpty)
    }

    /// The kernel's queue overflows. The loss is reported, and a held button does not stay down.
    @Test func anOverflowIsReportedAndTheButtonsAreCorrected() throws {
        let device = try plugged(.powerMate)
        let instrument = try Instrument(.evdev(EvdevSettings()))
        #expect(try instrument.next(1) == ["attached"])
        try device.emit(.key(BTN_0, 1))
        #expect(try instrument.next(1) == ["pressed"])
        try device.emit(.key(BTN_0, 0))
        for _ in 0..<200 { try device.emit(.relative(REL_DIAL, 1)) }
        _ = try instrument.run { instrument.lines.contains("released") }
        #expect(instrument.lines.contains("dropped 1"))
        #expect(instrument.lines.contains("released"))
        try instrument.run(milliseconds: 20)
        instrument.forgetLines()
        try device.emit(.relative(REL_DIAL, 1))
        #expect(try instrument.next(1) == ["turned 120"])
    }

    /// Events that arrive while the device is opened do not count as lost.
    @Test func openingReportsNoLoss() throws {
        let device = try plugged(.powerMate)
        for _ in 0..<50 {
            for _ in 0..<5 { try device.emit(.relative(REL_DIAL, 1)) }
            let instrument = try Instrument(.evdev(EvdevSettings()))
            try device.emit(.relative(REL_DIAL, 1))
            #expect(try instrument.next(2) == ["attached", "turned 120"])
        }
    }
}
