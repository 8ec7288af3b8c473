import LinuxSystem
import WheelClient
import WheelGeometry
import WheelInput
import WheelModel
import WheelProtocol
import WheelSettings

/// What an input's device has said, in the words of a recording.
enum RawEvent {
    case said(code: String, value: Int, at: Instant)
    /// So many were not heard.
    case missed(Int)
}

/// Where a recording's events come from.
protocol RawSource {
    /// The input's type.
    var type: String { get }
    /// In words.
    var place: String { get }
    /// Those that come until the time is over, or as soon as there are some.
    func events(withinMilliseconds: Int64) throws(Failure) -> [RawEvent]
}

/// Through the daemon, which has the device.
struct DaemonRawSource: RawSource {
    let type: String
    var place: String { "through the daemon at \(connection.socket)" }
    private let connection: Connection
    private let input: String

    init(_ connection: Connection, _ state: InputState) throws(Failure) {
        self.connection = connection
        type = state.type
        input = state.name
        do throws(ClientError) {
            _ = try connection.perform(.subscribe(Subscription(events: [.raw, .missed])))
        } catch {
            throw Failure(state.name, error)
        }
    }

    func events(withinMilliseconds wait: Int64) throws(Failure) -> [RawEvent] {
        var events: [RawEvent] = []
        var timeout = Interval.milliseconds(wait)
        do throws(ClientError) {
            while let received = try connection.next(timeout: timeout) {
                timeout = .zero
                guard case .event(let event) = received.line else { continue }
                switch event.content {
                case .raw(input, let code, let value): events.append(.said(code: code, value: value, at: event.time))
                case .missed(let count): events.append(.missed(count))
                default: continue
                }
            }
        } catch {
            throw Failure(input, error)
        }
        return events
    }
}

/// From the device itself, opened as the configuration says.
final class DeviceRawSource: RawSource {
    let type: String
    let place: String
    private let loop: EventLoop
    private let hub: InputHub
    private let collector = RawCollector()

    init(_ name: String, _ settings: Settings) throws(Failure) {
        guard let index = settings.panel.inputs.firstIndex(where: { $0.name == name }) else {
            let names = settings.panel.inputs.map(\.name).joined(separator: ", ")
            throw Failure(
                .refused, name, "the configuration has no such input",
                advice: names.isEmpty ? "it has none" : "there are: \(names)")
        }
        do throws(Errno) {
            loop = try EventLoop()
        } catch {
            throw Failure(.refused, name, "cannot be waited for: \(error)")
        }
        Log.level = .error
        type = settings.panel.inputs[index].source.type
        hub = InputHub(
            loop: loop, settings: [settings.panel.inputs[index]], buttonDebounce: settings.buttonDebounce,
            receiver: collector)
        // Before it starts, so that nothing is said before it is heard.
        hub.reportRaw(true, of: 0, at: Self.now)
        hub.start(at: Self.now)
        let (state, detail) = hub.state(of: 0)
        place = detail
        guard state == .attached else { throw Failure(.refused, name, detail) }
    }

    deinit { hub.close() }

    func events(withinMilliseconds wait: Int64) throws(Failure) -> [RawEvent] {
        let end = Self.now + .milliseconds(wait)
        repeat {
            let wake = hub.deadline.map { min($0, end) } ?? end
            do throws(Errno) {
                try loop.iterate(wakeAtMicroseconds: wake.microseconds)
            } catch {
                throw Failure(.refused, "devices", "cannot be waited for: \(error)")
            }
            hub.wake(at: Self.now)
        } while collector.events.isEmpty && Self.now < end
        defer { collector.events.removeAll(keepingCapacity: true) }
        return collector.events
    }

    private static var now: Instant { Instant(microseconds: MonotonicClock.nowMicroseconds()) }
}

/// Keeps raw events and ignores all others.
private final class RawCollector: InputReceiver {
    var events: [RawEvent] = []

    func receive(_ event: InputEvent, from input: Int, at time: Instant) {
        guard case .raw(let code, let value) = event else { return }
        events.append(.said(code: code, value: value, at: time))
    }

    func buttons(named names: [String], of input: Int) -> [Int] { names.map { _ in 0 } }
}
