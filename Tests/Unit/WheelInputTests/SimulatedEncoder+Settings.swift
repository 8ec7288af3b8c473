internal import DeviceSupport
internal import WheelCore

extension SimulatedEncoder {
    static func settings(_ label: String, transitions: Int = 4, rest: EncoderRest = .open, reversed: Bool = false)
        -> GPIOSettings
    {
        GPIOSettings(
            chip: label,
            encoder: GPIOEncoderSettings(
                a: .named("ENC_A"), b: .offset(1), transitionsPerDetent: transitions, rest: rest, isReversed: reversed),
            button: .named("ENC_PUSH"))
    }
}
