import WheelCore
public import WheelModel

/// Receives the events of all inputs. `input` is an index into the settings of the hub.
///
/// The hub makes all calls on the thread of the event loop. Within a call, a receiver may call `InputHub.playHaptics` and
/// `InputHub.setTouchArea`, and nothing else of the hub.
public protocol InputReceiver: AnyObject {
    /// `time` is the kernel's time of the event, by CLOCK_MONOTONIC.
    func receive(_ event: InputEvent, from input: Int, at time: Instant)
    /// The button numbers for these names; "" is the name of an only button. Called when a device attaches, once for all
    /// its buttons, since a keyboard has hundreds.
    func buttons(named names: [String], of input: Int) -> [Int]
}
