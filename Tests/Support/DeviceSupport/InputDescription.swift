/// The capabilities of a simulated input device. Codes are the constants of <linux/input-event-codes.h>.
public struct InputDescription: Sendable {
    /// An absolute axis, `struct input_absinfo`.
    public struct Axis: Sendable {
        public var code: Int32
        public var range: ClosedRange<Int32>
        /// The position of the axis when the device is made.
        public var value: Int32
        public var fuzz: Int32
        public var flat: Int32
        /// Units per millimetre; 0 if unknown.
        public var resolution: Int32

        public init(
            _ code: Int32, _ range: ClosedRange<Int32>, at value: Int32 = 0, fuzz: Int32 = 0, flat: Int32 = 0,
            resolution: Int32 = 0
        ) {
            self.code = code
            self.range = range
            self.value = value
            self.fuzz = fuzz
            self.flat = flat
            self.resolution = resolution
        }
    }

    public var name: String
    /// BUS_USB.
    public var bus: UInt16 = 3
    public var vendor: UInt16 = 0x1209
    public var product: UInt16 = 1
    public var version: UInt16 = 1
    public var phys: String?
    public var keys: [Int32] = []
    public var relative: [Int32] = []
    public var absolute: [Axis] = []
    public var misc: [Int32] = []
    public var leds: [Int32] = []
    /// INPUT_PROP_… codes.
    public var properties: [Int32] = []
    /// FF_… codes.
    public var effects: [Int32] = []
    /// The number of effects that the device can hold, if it has force feedback.
    public var effectCapacity = 16

    public init(name: String) {
        self.name = name
    }
}
