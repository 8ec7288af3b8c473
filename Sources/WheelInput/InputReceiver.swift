import WheelCore
public import WheelModel

/// Receives the events of all inputs. `input` is an index into the settings of the hub.
///
/// The hub makes all calls on the thread of the event loop. Within a call, the only methods of the hub that a receiver
/// may call are `InputHub.playHaptics` and `InputHub.setTouchArea`.
public protocol InputReceiver: AnyObject {
    /// `time` is by CLOCK_MONOTONIC, and is the kernel's time for each event of the kernel.
    func receive(_ event: InputEvent, from input: Int, at time: Instant)
    /// The button numbers for these names. The name "" means the only button of the input. Called after a reload, and
    /// when a device is attached: then with all its buttons in one call, since a keyboard has hundreds.
    func buttons(named names: [String], of input: Int) -> [Int]
}
