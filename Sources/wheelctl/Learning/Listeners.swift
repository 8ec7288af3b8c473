import LinuxSystem
import WheelClient
import WheelGeometry
import WheelInput
import WheelModel
import WheelProtocol

/// Who says something while a knob is turned.
enum Speaker: Hashable {
    /// A line or a device that is open here, by its place in the ear.
    case place(Int)
    /// An input whose device a daemon has.
    case input(String)

    var isPlace: Bool { inputName == nil }

    var inputName: String? {
        switch self {
        case .place: nil
        case .input(let name): name
        }
    }
}

/// Something that was said, in the words of a recording.
struct Heard {
    var speaker: Speaker
    var code: String
    var value: Int
    var time: Instant

    /// Whether it tells how something is, not what was done to it.
    var isState: Bool {
        ["LEVEL_", "X_", "Y_", "SLOTS", "LOST", "MERGED", "COUNTER", "SYN_", "MSC_"].contains { code.hasPrefix($0) }
    }
}

/// All that can be turned: what can be opened here, and what a daemon has open.
final class Listeners {
    private let ear: DeviceEar
    private let connection: Connection?

    init(_ ear: DeviceEar, _ connection: Connection?) throws(Failure) {
        self.ear = ear
        self.connection = connection
        guard let connection else { return }
        do throws(ClientError) {
            _ = try connection.perform(.subscribe(Subscription(events: [.raw])))
        } catch {
            throw Failure("learn", error)
        }
    }

    func listen(milliseconds: Int64) throws(Failure) -> [Heard] {
        var heard: [Heard] = []
        do throws(Errno) {
            for said in try ear.listen(milliseconds: connection == nil ? milliseconds : min(milliseconds, 10)) {
                heard.append(
                    Heard(speaker: .place(said.place), code: said.code, value: said.value, time: said.time))
            }
        } catch {
            throw Failure(.refused, "learn", "devices cannot be waited for: \(error)")
        }
        guard let connection else { return heard }
        do throws(ClientError) {
            while let received = try connection.next(timeout: .milliseconds(heard.isEmpty ? 10 : 0)) {
                guard case .event(let event) = received.line, case .raw(let input, let code, let value) = event.content
                else { continue }
                heard.append(Heard(speaker: .input(input), code: code, value: value, time: event.time))
            }
        } catch {
            throw Failure("learn", error)
        }
        return heard
    }
}
