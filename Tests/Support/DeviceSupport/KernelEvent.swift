internal import CDeviceSupport

/// One event of a simulated device, without its time, which the kernel adds. Types and codes are the constants of
/// <linux/input-event-codes.h>.
public struct KernelEvent: Hashable, Sendable {
    public var type: UInt16
    public var code: UInt16
    public var value: Int32

    public init(type: Int32, code: Int32, value: Int32) {
        self.type = UInt16(type)
        self.code = UInt16(code)
        self.value = value
    }

    /// 1 pressed, 0 released, 2 repeated.
    public static func key(_ code: Int32, _ value: Int32) -> KernelEvent {
        KernelEvent(type: EV_KEY, code: code, value: value)
    }

    public static func relative(_ code: Int32, _ value: Int32) -> KernelEvent {
        KernelEvent(type: EV_REL, code: code, value: value)
    }

    public static func absolute(_ code: Int32, _ value: Int32) -> KernelEvent {
        KernelEvent(type: EV_ABS, code: code, value: value)
    }

    /// SYN_REPORT, which ends a frame.
    static let report = KernelEvent(type: EV_SYN, code: SYN_REPORT, value: 0)
}
