internal import CDeviceSupport

extension InputDescription {
    /// A Griffin PowerMate: one axis, one button.
    public static var powerMate: InputDescription {
        var description = InputDescription(name: "Griffin PowerMate")
        description.vendor = 0x077d
        description.product = 0x0410
        description.phys = "usb-test-1/input0"
        description.relative = [REL_DIAL]
        description.keys = [BTN_0]
        return description
    }

    /// A wheel that also reports 1/120 of a detent, like one emulated by a microcontroller.
    public static var fineWheel: InputDescription {
        var description = InputDescription(name: "Fine Wheel")
        description.relative = [REL_WHEEL, REL_WHEEL_HI_RES]
        description.keys = [BTN_0]
        return description
    }

    /// A Microsoft Surface Dial. It has axes for its position on a screen, but reports nothing on these axes.
    public static var surfaceDial: InputDescription {
        var description = InputDescription(name: "Surface Dial System Multi Axis")
        description.bus = 5
        description.vendor = 0x045e
        description.product = 0x091b
        description.relative = [REL_DIAL]
        description.keys = [BTN_0, BTN_TOUCH, KEY_WAKEUP]
        description.absolute = [.init(ABS_X, 0...0), .init(ABS_Y, 0...0)]
        return description
    }

    /// A Contour ShuttleXpress: REL_DIAL is the position of the jog, 1 to 255, and REL_WHEEL the position of the ring.
    public static var shuttle: InputDescription {
        var description = InputDescription(name: "Contour Design ShuttleXpress")
        description.vendor = 0x0b33
        description.product = 0x0020
        description.relative = [REL_DIAL, REL_WHEEL]
        description.keys = Array(BTN_0...BTN_9)
        return description
    }

    public static var volumeKnob: InputDescription {
        var description = InputDescription(name: "USB Knob Consumer Control")
        description.keys = [KEY_MUTE, KEY_VOLUMEDOWN, KEY_VOLUMEUP, KEY_PLAYPAUSE]
        return description
    }

    public static var mouse: InputDescription {
        var description = InputDescription(name: "Mouse")
        description.relative = [REL_X, REL_Y, REL_WHEEL]
        description.keys = [BTN_LEFT, BTN_RIGHT]
        return description
    }

    public static var keyboard: InputDescription {
        var description = InputDescription(name: "Keyboard")
        description.keys = Array(1...127)
        description.relative = [REL_WHEEL]
        return description
    }

    /// A touchscreen that reports several fingers by the kernel's protocol B. It has ten units per millimetre.
    public static var touchscreen: InputDescription {
        var description = InputDescription(name: "Touchscreen B")
        description.keys = [BTN_TOUCH]
        description.absolute = [
            .init(ABS_X, 0...799, resolution: 10), .init(ABS_Y, 0...479, resolution: 10),
            .init(ABS_MT_SLOT, 0...9), .init(ABS_MT_TRACKING_ID, 0...65535),
            .init(ABS_MT_POSITION_X, 0...799, resolution: 10), .init(ABS_MT_POSITION_Y, 0...479, resolution: 10),
            .init(ABS_MT_TOOL_TYPE, 0...2),
        ]
        description.properties = [INPUT_PROP_DIRECT]
        return description
    }

    /// An older touchscreen: one finger, without resolution and properties.
    public static var singleTouch: InputDescription {
        var description = InputDescription(name: "Resistive")
        description.keys = [BTN_TOUCH]
        description.absolute = [.init(ABS_X, 100...1123), .init(ABS_Y, 100...867)]
        return description
    }
}
