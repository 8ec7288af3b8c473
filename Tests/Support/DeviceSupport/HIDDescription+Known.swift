extension HIDDescription {
    /// A touchscreen for five fingers, 4096×2304 units on 204.8×115.2 mm. hid-multitouch reports it with protocol B.
    ///
    /// A report has for each finger a byte with the tip bit, the finger's number, and x and y in 16 bits each; then the
    /// number of valid fingers.
    public static var touchscreen: HIDDescription {
        let finger: [UInt8] = [
            0x05, 0x0d,  // usage page: digitizers
            0x09, 0x22, 0xa1, 0x02,  // finger, logical collection
            0x09, 0x42, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x01, 0x81, 0x02,  // tip switch
            0x95, 0x07, 0x81, 0x03,  // seven bits of padding
            0x09, 0x51, 0x25, 0x7f, 0x75, 0x08, 0x95, 0x01, 0x81, 0x02,  // contact identifier
            0x05, 0x01, 0x75, 0x10, 0x55, 0x0e, 0x65, 0x11,  // generic desktop, 16 bits, in 0.01 cm
            0x09, 0x30, 0x26, 0xff, 0x0f, 0x46, 0x00, 0x08, 0x81, 0x02,  // x: 4095 are 20.48 cm
            0x09, 0x31, 0x26, 0xff, 0x08, 0x46, 0x80, 0x04, 0x81, 0x02,  // y: 2303 are 11.52 cm
            0xc0,
        ]
        let count: [UInt8] = [
            0x05, 0x0d, 0x09, 0x54, 0x25, 0x05, 0x75, 0x08, 0x95, 0x01, 0x81, 0x02,  // contact count
            0x85, 0x02, 0x09, 0x55, 0x25, 0x05, 0xb1, 0x02,  // a feature: contact count maximum
        ]
        let screen: [UInt8] = [0x05, 0x0d, 0x09, 0x04, 0xa1, 0x01, 0x85, 0x01]
        var description = HIDDescription(
            name: "wheeld HID screen", descriptor: screen + Array(repeating: finger, count: 5).joined() + count + [0xc0]
        )
        description.features = [2: [2, 5]]
        return description
    }

    /// A report of `touchscreen`.
    public static func touches(_ fingers: (number: UInt8, x: UInt16, y: UInt16, isDown: Bool)...) -> [UInt8] {
        var report: [UInt8] = [1]
        for finger in fingers {
            report += [finger.isDown ? 1 : 0, finger.number]
            report += [UInt8(finger.x & 0xff), UInt8(finger.x >> 8), UInt8(finger.y & 0xff), UInt8(finger.y >> 8)]
        }
        report += Array(repeating: 0, count: 6 * (5 - fingers.count))
        return report + [UInt8(fingers.count)]
    }

    /// A knob with a button and the usage Dial, which the kernel reports as REL_DIAL, without a high-resolution
    /// counterpart. A report has the button and the detents.
    public static var dial: HIDDescription {
        HIDDescription(name: "wheeld HID dial", descriptor: knob(button + axis(0x37)))
    }

    /// A knob with the usage Wheel. It reports each detent as REL_WHEEL and as REL_WHEEL_HI_RES.
    public static var wheel: HIDDescription {
        HIDDescription(name: "wheeld HID wheel", descriptor: knob(button + axis(0x38)))
    }

    /// A wheel that reports eighths of a detent once the kernel has set its Resolution Multiplier.
    public static var fineWheel: HIDDescription {
        let multiplier: [UInt8] = [
            0x05, 0x01, 0x09, 0x48, 0x15, 0x00, 0x25, 0x01, 0x35, 0x01, 0x45, 0x08, 0x75, 0x08, 0x95, 0x01, 0xb1, 0x02,
            0x35, 0x00, 0x45, 0x00,
        ]
        // The multiplier applies to the collection that contains it.
        let group = [0xa1, 0x02] + multiplier + axis(0x38) + [0xc0]
        var description = HIDDescription(
            name: "wheeld HID fine wheel", descriptor: knob(button + [0x09, 0x38] + group))
        description.features = [0: [0]]
        return description
    }

    /// A jog and a shuttle, as in Contour's devices. The jog's Dial is an absolute position, which wraps from 255 to 1,
    /// but the descriptor declares it as relative. The shuttle springs back.
    public static var counter: HIDDescription {
        HIDDescription(name: "wheeld HID jog", descriptor: knob(button + axis(0x38) + axis(0x37)))
    }

    private static func knob(_ parts: [UInt8]) -> [UInt8] {
        // Usage page generic desktop, usage multi-axis controller, collection application. hid-generic ignores a system
        // multi-axis controller.
        [0x05, 0x01, 0x09, 0x08, 0xa1, 0x01] + parts + [0xc0]
    }

    private static var button: [UInt8] {
        [
            0x05, 0x09, 0x19, 0x01, 0x29, 0x01, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x01, 0x81, 0x02,
            0x95, 0x07, 0x81, 0x03, 0x05, 0x01,
        ]
    }

    /// A relative axis in eight bits, signed.
    private static func axis(_ usage: UInt8) -> [UInt8] {
        [0x05, 0x01, 0x09, usage, 0x15, 0x81, 0x25, 0x7f, 0x75, 0x08, 0x95, 0x01, 0x81, 0x06]
    }
}
