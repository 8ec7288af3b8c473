internal import CEvdev
internal import DeviceSupport
internal import Glibc
internal import LinuxSystem
import Testing
internal import WheelCore
internal import WheelInput
internal import WheelModel

@Suite(.enabled(if: Devices.canMakeInputs), .serialized)
struct HotPlugDeviceTests {
    @Test func aDeviceMayComeBackUnderAnotherNumber() throws {
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

    /// The loss of one knob releases the button that it held. The other knob of the input stays.
    @Test func oneOfTwoKnobsIsRemoved() throws {
        let first = try plugged(.powerMate)
        let second = try plugged(.fineWheel)
        let instrument = try Instrument(.evdev(EvdevSettings()))
        _ = try instrument.next(2)
        try first.emit(.key(BTN_0, 1))
        #expect(try instrument.next(1) == ["pressed"])
        first.unplug()
        #expect(try instrument.next(2) == ["released", "attached"])
        try second.emit(.relative(REL_WHEEL, 1))
        #expect(try instrument.next(1) == ["turned 120"])
    }

    @Test func aMatchTakesADeviceThatNoInputTakesWithoutMatch() throws {
        let named = try plugged(.powerMate)
        let other = try plugged(.fineWheel)
        let match = DeviceMatch(phys: "usb-test-*")
        let instrument = try Instrument(.evdev(EvdevSettings()), .evdev(EvdevSettings(match: match)))
        _ = try instrument.next(2)
        try named.emit(.relative(REL_DIAL, 1))
        #expect(try instrument.next(1) == ["1 turned 120"])
        try other.emit(.relative(REL_WHEEL, 1))
        #expect(try instrument.next(1) == ["0 turned 120"])
    }

    /// An input may name a link, as in /dev/input/by-id, that is made later.
    @Test func aLinkIsFollowedWhenItAppears() throws {
        let device = try plugged(.powerMate)
        let link = "/dev/wheeld-test-link"
        unlink(link)
        defer { unlink(link) }
        let instrument = try Instrument(.evdev(EvdevSettings(match: DeviceMatch(path: link))))
        #expect(try instrument.next(1) == ["waiting"])
        #expect(symlink(device.path, link) == 0)
        #expect(try instrument.run { instrument.lines == ["attached"] })
        try device.emit(.relative(REL_DIAL, 1))
        #expect(try instrument.next(2) == ["attached", "turned 120"])
    }

    /// The log names missing rights with the remedy, and the device is used as soon as they are granted.
    @Test(.enabled(if: geteuid() == 0)) func missingRightsAreReportedAndTriedAgain() throws {
        let device = try plugged(.powerMate)
        #expect(chmod(device.path, 0o600) == 0 && seteuid(65_534) == 0)
        defer { seteuid(0) }
        let instrument = try Instrument(.evdev(EvdevSettings()))
        #expect(try instrument.next(1) == ["waiting"])
        #expect(instrument.hub?.state(of: 0).detail.hasSuffix("; add the user to the group input") == true)
        seteuid(0)
        #expect(try instrument.run { instrument.lines == ["attached"] })
    }

    /// A process without free descriptors keeps its open devices, and opens others when a descriptor is free again.
    @Test func withoutFreeDescriptorsNothingIsLost() throws {
        let knob = try plugged(.powerMate)
        let instrument = try Instrument(.evdev(EvdevSettings()))
        #expect(try instrument.next(1) == ["attached"])
        let other = try plugged(.fineWheel)
        let resource = __rlimit_resource_t(UInt32(7))
        var before = rlimit()
        #expect(getrlimit(resource, &before) == 0)
        // Lowers RLIMIT_NOFILE and uses up the free descriptors below it.
        var limit = before
        limit.rlim_cur = 100
        #expect(setrlimit(resource, &limit) == 0)
        var taken: [Int32] = []
        while case let number = dup(0), number >= 0 { taken.append(number) }
        try instrument.run(milliseconds: 100)
        for number in taken { close(number) }
        #expect(setrlimit(resource, &before) == 0)
        #expect(!instrument.lines.contains("lost"), "\(instrument.lines)")
        try knob.emit(.relative(REL_DIAL, 1))
        #expect(try instrument.run { instrument.lines.contains("turned 120") })
        _ = try instrument.run { instrument.lines.contains("attached") }
        instrument.forgetLines()
        try other.emit(.relative(REL_WHEEL, 1))
        #expect(try instrument.next(1) == ["turned 120"])
    }
}
