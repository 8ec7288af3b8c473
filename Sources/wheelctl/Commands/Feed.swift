import LinuxSystem
import WheelClient
import WheelCore
import WheelWire

extension Command {
    static let feed = Command(
        name: "feed", summary: "sends events of an input of type client",
        parameters: [.input, Parameter("EVENT", count: .any)],
        notes: """
            An EVENT is a number of detents, down[:BUTTON], up[:BUTTON], click[:BUTTON], or a JSON object as in the events of the
            socket's feed. Without EVENTs the events are read from standard input, one on each line, and sent at once: so
            any program that prints becomes a knob. The input is lost when the command ends, and its buttons are released.
            """
    ) { invocation throws(Failure) in
        let input = invocation.words[0]
        // All events are parsed first: nothing is sent if one of them is wrong.
        var read: [Request] = []
        for event in invocation.words.dropFirst() { read += try requests(event, input) }
        // Subscribes to no events: nothing reads them here, and unread events would fill the memory.
        _ = try invocation.subscribe(Subscription(events: []))
        // Claims the input before the first event, so that the input's name is checked.
        for request in [.feed(input)] + read { _ = try invocation.ask(request, about: input) }
        if invocation.words.count == 1 { try sendLines(to: input, invocation) }
    }

    /// Sends each line of standard input. A bad line is reported, and the next one is sent nevertheless.
    private static func sendLines(to input: String, _ invocation: Invocation) throws(Failure) {
        var number = 0
        var failed = false
        while let line = readLine() {
            number += 1
            let text = line.drop(while: \.isWhitespace)
            guard !text.isEmpty else { continue }
            do throws(Failure) {
                for request in try requests(String(text), input) { _ = try invocation.ask(request, about: input) }
            } catch {
                guard error.exit != .noDaemon else { throw error }
                Output.error("line \(number): \(error.text)")
                failed = true
            }
        }
        if failed { LinuxSystem.Program.exit(Exit.refused.rawValue) }
    }

    /// Parses an event into requests. A click becomes two requests.
    private static func requests(_ text: String, _ input: String) throws(Failure) -> [Request] {
        if text.hasPrefix("{") { return [try request(json: text, input)] }
        var request = Request.feed(input)
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let downs: [Bool]
        switch parts[0].filter({ !$0.isWhitespace }) {
        case "down": downs = [true]
        case "up": downs = [false]
        case "click": downs = [true, false]
        case let word:
            guard parts.count == 1, let detents = Double(word), detents.isFinite else {
                throw .usage("feed", "'\(text)' is not an event: a number of detents, down, up, click or a JSON object")
            }
            request["detents"] = .number(detents)
            return [request]
        }
        return downs.map { isDown in
            var press = request
            press["down"] = .flag(isDown)
            if parts.count > 1 { press["button"] = .text(parts[1]) }
            return press
        }
    }

    /// Makes a request from the members of a JSON object.
    private static func request(json text: String, _ input: String) throws(Failure) -> Request {
        let members = text.dropFirst().drop(while: \.isWhitespace)
        let head = "{\"op\":\"feed\",\"input\":\(ControlValue.position(input).json)"
        var line = head + (members.hasPrefix("}") ? "" : ",") + members
        let read = line.withUTF8 { RequestLine(UnsafeRawBufferPointer($0)) }
        switch read.request {
        case .success(let request):
            guard let unknown = read.ignored.first else { return request }
            throw .usage("feed", "an event has no member '\(unknown)'")
        case .failure(let error): throw Failure(.refused, "feed \(input)", error.message)
        }
    }
}
