internal import CEvdev
internal import DeviceSupport
import Testing

/// The input devices that the kernel's HID drivers make from the descriptors, read through libevdev.
@Suite(.enabled(if: Devices.canMakeHIDDevices), .serialized)
struct UHIDDeviceTests {
    private func has(_ reader: Reader, _ type: Int32, _ code: Int32) -> Bool {
        libevdev_has_event_code(reader.evdev, UInt32(type), UInt32(code)) == 1
    }

    @Test func aScreenSpeaksProtocolB() throws {
        let device = try UHIDDevice(.touchscreen)
        let reader = try Reader(device.path)
        #expect(libevdev_get_num_slots(reader.evdev) == 5)
        #expect(libevdev_has_property(reader.evdev, UInt32(INPUT_PROP_DIRECT)) == 1)
        let axis = try #require(libevdev_get_abs_info(reader.evdev, UInt32(ABS_MT_POSITION_Y))).pointee
        #expect((axis.minimum, axis.maximum, axis.resolution) == (0, 2303, 20))
    }

    @Test func onlyAWheelHasAFinerPartner() throws {
        for (description, isWheel) in [(HIDDescription.dial, false), (.wheel, true), (.fineWheel, true)] {
            let device = try UHIDDevice(description)
            let reader = try Reader(device.path)
            #expect(has(reader, EV_REL, REL_DIAL) == !isWheel)
            #expect(has(reader, EV_REL, REL_WHEEL) == isWheel)
            #expect(has(reader, EV_REL, REL_WHEEL_HI_RES) == isWheel)
        }
    }

    /// The descriptor declares the positions of the jog as relative, so the kernel reports them as turns.
    @Test func aCounterComesAsTurns() throws {
        let device = try UHIDDevice(.counter)
        let reader = try Reader(device.path)
        #expect(has(reader, EV_REL, REL_DIAL) && has(reader, EV_REL, REL_WHEEL))
        for count in [41, 42, 43] as [UInt8] { try device.say([0, 0, count]) }
        let turns = try reader.events(6).map(\.event).filter { $0.type == UInt16(EV_REL) }
        #expect(turns == [.relative(REL_DIAL, 41), .relative(REL_DIAL, 42), .relative(REL_DIAL, 43)])
    }
}
