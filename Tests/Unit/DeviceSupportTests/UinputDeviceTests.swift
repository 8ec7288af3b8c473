internal import CEvdev
internal import DeviceSupport
internal import Glibc
internal import LinuxSystem
import Testing

/// Simulated input devices have the described capabilities, read through libevdev.
@Suite(.enabled(if: Devices.canMakeInputs), .serialized)
struct UinputDeviceTests {
    @Test func aKnobTellsWhatItIsAndTurns() throws {
        var description = InputDescription(name: "wheeld test knob")
        description.vendor = 0x077d
        description.product = 0x0410
        description.phys = "test/knob0"
        description.relative = [REL_DIAL]
        description.keys = [BTN_0]
        let device = try UinputDevice(description)
        let reader = try Reader(device.path)
        #expect(String(cString: libevdev_get_name(reader.evdev)) == "wheeld test knob")
        #expect(String(cString: libevdev_get_phys(reader.evdev)) == "test/knob0")
        #expect(libevdev_get_id_vendor(reader.evdev) == 0x077d)
        #expect(libevdev_get_id_product(reader.evdev) == 0x0410)
        #expect(libevdev_has_event_code(reader.evdev, UInt32(EV_REL), UInt32(REL_DIAL)) == 1)
        #expect(libevdev_has_event_code(reader.evdev, UInt32(EV_REL), UInt32(REL_WHEEL)) == 0)

        let before = Patience.nowMicroseconds
        try device.emit(.relative(REL_DIAL, -2), .key(BTN_0, 1))
        let events = try reader.events(3)
        let report = KernelEvent(type: EV_SYN, code: SYN_REPORT, value: 0)
        #expect(events.map(\.event) == [.relative(REL_DIAL, -2), .key(BTN_0, 1), report])
        for event in events { #expect((before...Patience.nowMicroseconds).contains(event.time)) }
    }

    @Test func aScreenHasItsRangesAndResolutions() throws {
        var description = InputDescription(name: "wheeld test screen")
        description.keys = [BTN_TOUCH]
        description.absolute = [
            .init(ABS_MT_SLOT, 0...9), .init(ABS_MT_TRACKING_ID, 0...65535),
            .init(ABS_MT_POSITION_X, 0...4095, fuzz: 4, flat: 2, resolution: 26),
        ]
        description.properties = [INPUT_PROP_DIRECT]
        let device = try UinputDevice(description)
        let reader = try Reader(device.path)
        #expect(libevdev_get_num_slots(reader.evdev) == 10)
        #expect(libevdev_has_property(reader.evdev, UInt32(INPUT_PROP_DIRECT)) == 1)
        let axis = try #require(libevdev_get_abs_info(reader.evdev, UInt32(ABS_MT_POSITION_X))).pointee
        #expect((axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution) == (0, 4095, 4, 2, 26))
        withExtendedLifetime(device) {}
    }

    @Test func effectsAndLightsAreHeard() throws {
        var description = InputDescription(name: "wheeld test rumbler")
        description.keys = [BTN_0]
        description.leds = [LED_MISC]
        description.effects = [FF_RUMBLE, FF_PERIODIC, FF_SINE, FF_GAIN]
        description.effectCapacity = 8
        let device = try UinputDevice(description)
        let reader = try Reader(device.path)
        #expect(cevdev_effect_capacity(reader.file) == 8)

        var effect = ff_effect()
        effect.type = UInt16(FF_RUMBLE)
        effect.id = -1
        effect.replay.length = 12
        effect.u.rumble.strong_magnitude = 40_000
        try #require(cevdev_upload_effect(reader.file, &effect) == 0)
        #expect(effect.id == 0)
        try reader.write(EV_FF, 0, 1)
        try reader.write(EV_LED, LED_MISC, 1)
        #expect(cevdev_erase_effect(reader.file, 0) == 0)
        let expected: [Feedback] = [
            .uploaded(number: 0, type: UInt16(FF_RUMBLE), lengthMilliseconds: 12, strength: 40_000),
            .played(number: 0, times: 1), .light(code: UInt16(LED_MISC), on: true),
            // The kernel stops an effect before it erases it.
            .played(number: 0, times: 0), .erased(number: 0),
        ]
        #expect(Patience.until { device.feedback.count >= expected.count })
        #expect(device.feedback == expected)
    }

    @Test func aDeviceThatIsPulledOutIsGone() throws {
        var description = InputDescription(name: "wheeld test guest")
        description.keys = [BTN_0]
        description.effects = [FF_RUMBLE]
        let device = try UinputDevice(description)
        let reader = try Reader(device.path)
        device.unplug()
        var event = input_event()
        #expect(libevdev_next_event(reader.evdev, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event) == -ENODEV)
        #expect(access(device.path, F_OK) == -1)
    }
}
