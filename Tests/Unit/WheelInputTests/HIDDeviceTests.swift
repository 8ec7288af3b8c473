internal import DeviceSupport
internal import LinuxSystem
import Testing
internal import WheelCore
internal import WheelInput
internal import WheelModel

@Suite(.enabled(if: Devices.canMakeHIDDevices && Devices.canMakeInputs), .serialized)
struct HIDDeviceTests {
    /// A new device, once programs can find its nodes.
    private func plugged(_ description: HIDDescription) throws -> UHIDDevice {
        let device = try UHIDDevice(description)
        _ = Patience.until { NodeList.nodes.contains { $0.path == device.path } }
        return device
    }

    @Test func aScreenHasItsSizeAndItsFingers() throws {
        let device = try plugged(.touchscreen)
        let instrument = try Instrument(.touch(TouchSettings()))
        #expect(try instrument.next(1) == ["attached"])
        #expect(instrument.surfaces.first?.units == Size(width: 4096, height: 2304))
        #expect(instrument.surfaces.first?.pixelsPerMillimetre(on: Size(width: 4096, height: 2304)) == 20)
        try device.say(HIDDescription.touches((0, 100, 50, true)))
        try device.say(HIDDescription.touches((0, 110, 50, true), (1, 2000, 60, true)))
        try device.say(HIDDescription.touches((0, 110, 50, false), (1, 2000, 70, true)))
        try device.say(HIDDescription.touches((1, 2000, 70, false)))
        let expected = ["touched (100,50)", "touched (110,50) (2000,60)", "touched (2000,70)", "touched "]
        #expect(try instrument.next(4) == expected)
    }

    /// A drag has one commit, even if the screen is lost while the finger is down.
    @Test(arguments: [false, true]) func aDragIsOneInteraction(_ isPulledOut: Bool) throws {
        let device = try plugged(.touchscreen)
        let instrument = try Instrument(.touch(TouchSettings()))
        #expect(try instrument.next(1) == ["attached"])
        for x in 0..<100 { try device.say(HIDDescription.touches((0, UInt16(500 + 20 * x), 50, true))) }
        _ = try instrument.run { instrument.count > 0 }
        if isPulledOut {
            device.unplug()
        } else {
            try device.say(HIDDescription.touches((0, 2480, 50, false)))
        }
        _ = try instrument.run { instrument.commits == 1 && (!isPulledOut || instrument.lines.contains("waiting")) }
        try instrument.run(milliseconds: 20)
        #expect((instrument.interactions, instrument.commits) == (1, 1))
    }

    /// Two knobs of the same kind on Bluetooth have the same name and the same phys, which is the computer's address.
    @Test func anIdenticalPairIsToldApartByUniq() throws {
        let addresses = ["d8:3a:dd:00:00:01", "d8:3a:dd:00:00:02"]
        let devices = try addresses.map { address in
            var description = HIDDescription.dial
            description.uniq = address
            return try plugged(description)
        }
        #expect(Set(devices.compactMap { device in NodeList.nodes.first { $0.path == device.path }?.name }).count == 1)
        let instrument = try Instrument(
            .evdev(EvdevSettings(match: DeviceMatch(uniq: addresses[1]))),
            .evdev(EvdevSettings(match: DeviceMatch(uniq: "*:01"))))
        #expect(try Set(instrument.next(2)) == ["0 attached", "1 attached"])
        try devices[0].say([0, 1])
        #expect(try instrument.next(1) == ["1 turned 120"])
        try devices[1].say([0, 0xfd])
        #expect(try instrument.next(1) == ["0 turned -360"])
    }

    /// The usage Dial reports whole detents. The usage Wheel may report fractions, too, and each detent still counts
    /// once.
    @Test func knobsTurnByTheirDescriptors() throws {
        let cases: [(HIDDescription, [UInt8], [String])] = [
            (.dial, [1, 0xfd], ["turned 120", "turned -360"]), (.wheel, [1, 0xfe], ["turned 120", "turned -240"]),
            (.fineWheel, [8, 4, 4, 0xff], ["turned 120", "turned 60", "turned 60", "turned -15"]),
        ]
        for (description, turns, expected) in cases {
            let device = try plugged(description)
            let instrument = try Instrument(.evdev(EvdevSettings()))
            #expect(try instrument.next(1) == ["attached"], "\(description.name)")
            for turn in turns { try device.say([0, turn]) }
            try device.say([1, 0])
            try device.say([0, 0])
            #expect(try instrument.next(turns.count + 2) == expected + ["pressed", "released"], "\(description.name)")
        }
    }
}
