import WheelGeometry
public import WheelModel

/// Where everything comes out that inputs do. Inputs are indices into the settings that the hub was given; times are
/// the kernel's, by CLOCK_MONOTONIC.
///
/// All calls come on the loop's thread, from within the hub: a receiver may call its `haptic` there, and nothing else.
public protocol InputReceiver: AnyObject {
    /// A detent has 120 units; whole frames, the reversal of the settings applied.
    func turned(input: Int, units: Int, at time: Instant)
    /// `button` is what `button(named:of:)` gave.
    func pressed(input: Int, button: Int, at time: Instant)
    func released(input: Int, button: Int, at time: Instant)
    /// The contacts that are down now, on the size that `InputHub.show(surface:on:)` gave.
    func touched(input: Int, contacts: [TouchContact], at time: Instant)
    /// Gestures end without a result: events were lost, or the device is.
    func touchesCancelled(input: Int, at time: Instant)
    /// A touch device is about to attach: how large it is.
    func surfaceChanged(input: Int, _ surface: TouchSurfaceSize, at time: Instant)
    /// After `.lost` no release follows for what was held: the receiver lets go of it.
    func stateChanged(input: Int, _ state: InputDeviceState, detail: String, at time: Instant)
    /// GPIO: so many edges, exactly. Evdev: the kernel's queue overflowed so many times.
    func dropped(input: Int, count: Int, at time: Instant)
    /// What the device said, in the words of a `Recording`; only where `InputHub.tellRaw` asked for it.
    func raw(input: Int, code: String, value: Int, at time: Instant)
    /// The number of an input's button of this name, "" for an only one; asked for when its device attaches.
    func button(named name: String, of input: Int) -> Int
    /// The same for all buttons of a device: a keyboard has hundreds.
    func buttons(named names: [String], of input: Int) -> [Int]
}

extension InputReceiver {
    public func buttons(named names: [String], of input: Int) -> [Int] { names.map { button(named: $0, of: input) } }
}

/// Whether an input's device is there.
public enum InputDeviceState: String, CaseIterable, Sendable {
    /// Not there, or not to be had; the detail says why.
    case waiting
    case attached
    /// It has just gone; `waiting` follows at once.
    case lost
}
