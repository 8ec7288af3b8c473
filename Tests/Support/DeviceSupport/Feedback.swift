/// The data that a reader of a simulated device has sent to the device.
public enum Feedback: Hashable, Sendable {
    /// An effect was put into the device under this number: its FF_ type, length, and strength (0…65535, of FF_RUMBLE
    /// the stronger motor's, of FF_PERIODIC the magnitude).
    case uploaded(number: Int16, type: UInt16, lengthMilliseconds: UInt16, strength: UInt16)
    case erased(number: Int16)
    /// An effect must be played this number of times; 0 stops it.
    case played(number: Int16, times: Int32)
    /// FF_GAIN, 0…65535.
    case gain(Int32)
    case light(code: UInt16, on: Bool)
    case other(KernelEvent)
}
