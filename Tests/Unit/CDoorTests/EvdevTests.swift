internal import CEvdev
internal import Glibc
import Testing

@Suite struct EvdevTests {
    @Test func anEventsTimeIsInMicroseconds() {
        var event = input_event()
        event.time.tv_sec = 8123
        event.time.tv_usec = 400_001
        #expect(cevdev_microseconds(&event) == 8_123_400_001)
    }

    @Test func codesHaveTheKernelsNumbers() {
        #expect(libevdev_event_code_from_name(UInt32(EV_REL), "REL_WHEEL_HI_RES") == REL_WHEEL_HI_RES)
        #expect(libevdev_event_code_from_name(UInt32(EV_KEY), "BTN_TOUCH") == BTN_TOUCH)
    }

    @Test func whatIsNoDeviceIsAnErrorNumber() throws {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        try #require(null >= 0)
        defer { close(null) }
        var effect = ff_effect()
        #expect(cevdev_set_clock(null, CLOCK_MONOTONIC) == -ENOTTY)
        #expect(cevdev_upload_effect(null, &effect) == -ENOTTY)
        #expect(cevdev_erase_effect(null, 0) == -ENOTTY)
        #expect(cevdev_effect_capacity(null) == -ENOTTY)
    }
}
