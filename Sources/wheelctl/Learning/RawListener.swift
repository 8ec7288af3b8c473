import LinuxSystem
import WheelClient
import WheelCore
import WheelInput
import WheelModel
import WheelWire

enum RawSource: Hashable, Sendable {
    /// The index in the listener of a device or line that is opened here.
    case local(Int)
    /// An input whose device the daemon has open.
    case daemon(input: String)
}

/// An event of a device with the code that a `Recording` writes for it.
struct RawEvent: Equatable, Sendable {
    var source: RawSource
    var code: String
    var value: Int
    var time: Instant

    /// Whether the event reports a state rather than an action of a hand.
    var isState: Bool {
        ["LEVEL_", "X_", "Y_", "SLOTS", "LOST", "MERGED", "COUNT", "AXIS_", "SYN_", "MSC_"].contains {
            code.hasPrefix($0)
        }
    }
}

/// Reads raw events from devices that it opens itself, and from all inputs of a daemon.
final class RawListener {
    enum Report: Equatable, Sendable {
        case event(RawEvent)
        /// The daemon has dropped this many events, since they were not read in time.
        case missed(Int)
    }

    private let receiver = Receiver()
    private let loop: EventLoop
    private let hub: InputHub?
    private let connection: Connection?

    /// Opens the devices of `inputs`, as the daemon does, and subscribes to the raw events of `connection`.
    init(
        _ inputs: [InputSettings], buttonDebounce: Interval, connection: Connection?
    ) throws(LearningError) {
        do throws(Errno) {
            loop = try EventLoop()
        } catch {
            throw .system(error)
        }
        self.connection = connection
        hub =
            inputs.isEmpty
            ? nil
            : InputHub(loop: loop, settings: inputs, buttonDebounce: buttonDebounce, receiver: receiver)
        if let hub {
            // Raw events are enabled before the start, so that the first event is reported as well.
            for index in inputs.indices { hub.reportRaw(true, of: index, at: .now) }
            hub.start(at: .now)
        }
        do throws(ClientError) {
            _ = try connection?.perform(.subscribe(Subscription(events: [.raw, .missed])))
        } catch {
            throw .daemon(error)
        }
    }

    deinit { hub?.close() }

    /// The state of an input that was opened here, and its details.
    func state(of input: Int) -> (state: DeviceState, detail: String) {
        hub?.state(of: input) ?? (.waiting, "")
    }

    /// Returns as soon as there are events, else after `wait`.
    ///
    /// With local devices and a daemon this function instead waits for the two in turn, for at most 10 ms each.
    func events(within wait: Interval) throws(LearningError) -> [Report] {
        var reports: [Report] = []
        if let hub {
            do throws(Errno) {
                reports = try local(hub, within: connection == nil ? wait : min(wait, .milliseconds(10)))
            } catch {
                throw .system(error)
            }
        }
        guard let connection else { return reports }
        var timeout = hub == nil ? wait : reports.isEmpty ? .milliseconds(10) : .zero
        do throws(ClientError) {
            while let received = try connection.next(timeout: timeout) {
                timeout = .zero
                guard case .event(let event) = received.line else { continue }
                switch event.content {
                case .raw(let input, let code, let value):
                    reports.append(
                        .event(RawEvent(source: .daemon(input: input), code: code, value: value, time: event.time)))
                case .missed(let count): reports.append(.missed(count))
                default: continue
                }
            }
        } catch {
            throw .daemon(error)
        }
        return reports
    }

    private func local(_ hub: InputHub, within wait: Interval) throws(Errno) -> [Report] {
        let end = Instant.now + wait
        repeat {
            let wake = hub.deadline.map { min($0, end) } ?? end
            try loop.iterate(wakeAt: wake)
            hub.wake(at: .now)
        } while receiver.reports.isEmpty && .now < end
        defer { receiver.reports.removeAll(keepingCapacity: true) }
        return receiver.reports
    }
}

private final class Receiver: InputReceiver {
    var reports: [RawListener.Report] = []

    func receive(_ event: InputEvent, from input: Int, at time: Instant) {
        guard case .raw(let code, let value) = event else { return }
        reports.append(.event(RawEvent(source: .local(input), code: code, value: value, time: time)))
    }

    func buttons(named names: [String], of input: Int) -> [Int] { names.map { _ in 0 } }
}
