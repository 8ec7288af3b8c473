import Glibc
import WheelClient
import WheelProtocol
import WheelSettings

/// Follows wheeld, or sets a value.
///
///     example-follow                    every value, as it changes
///     example-follow CONTROL            this control's
///     example-follow CONTROL VALUE      sets it, and prints the value that it now has
@main struct Follow {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        let client = try Client()
        if let control = words.first, let text = words.dropFirst().first {
            await set(control, text, client)
        } else {
            await follow(words.first, client)
        }
    }

    static func follow(_ wanted: String?, _ client: Client) async {
        for await occurrence in client.occurrences {
            switch occurrence {
            case .connected(let hello):
                // Every control, after the first connection and each later one. Then each change is an event.
                for control in hello.listing.controls { show(control.name, control.value, wanted) }
            case .event(let event):
                switch event.content {
                case .value(let value): show(value.control, value.value, wanted)
                case .controls(let listing):
                    for control in listing.controls { show(control.name, control.value, wanted) }
                default: break
                }
            case .disconnected(let error): complain("\(error)")
            case .subscriptionRefused(let error): complain(error.message)
            }
        }
    }

    static func set(_ control: String, _ text: String, _ client: Client) async {
        do {
            let answer = try await client.set(control, to: ControlValue(json: text) ?? .position(text))
            print(answer.value.json)
        } catch {
            complain("\(error)")
            exit(1)
        }
    }

    static func show(_ control: String, _ value: ControlValue, _ wanted: String?) {
        guard wanted == nil || control == wanted else { return }
        print(control, value.json)
        // A reader must get each line at once, also through a pipe.
        fflush(nil)
    }

    static func complain(_ text: String) {
        let line = text + "\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}
