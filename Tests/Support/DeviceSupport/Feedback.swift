/// The data that a reader of a simulated device has sent to the device.
public enum Feedback: Hashable, Sendable {
    /// The reader has put an effect into the device under this number. `type` is the FF_ type. `strength`, 0…65535, is
    /// the strength of the stronger motor for FF_RUMBLE, and the magnitude for FF_PERIODIC.
    case uploaded(number: Int16, type: UInt16, lengthMilliseconds: UInt16, strength: UInt16)
    case erased(number: Int16)
    /// The reader has started the effect, which plays `times` times; 0 stops the effect.
    case played(number: Int16, times: Int32)
    /// FF_GAIN, 0…65535.
    case gain(Int32)
    case light(code: UInt16, on: Bool)
    case other(KernelEvent)
}
