import LinuxSystem
import WheelClient
import WheelCore
import WheelWire

extension Command {
    static let watchDisplay = Command(
        name: Operation.watchDisplay.rawValue,
        summary: "prints a line for each frame of a remote display, or keeps its picture in a file",
        parameters: [Parameter("DISPLAY", count: .optional)],
        options: [
            Option(
                Option.picture.form,
                "keep the picture in this file, which is replaced after each change; instead of lines", .file)
        ],
        notes:
            "Without DISPLAY it shows the first display with output = \"remote\". The command runs until it is "
            + "interrupted."
    ) { invocation throws(Failure) in
        let display = try invocation.watchDisplay()
        var picture = invocation.arguments.value(Option.picture.name).map { ComposedPicture(file: $0) }
        while let received = try invocation.nextEvent() {
            guard case .event(let event) = received.line else { continue }
            switch event.content {
            case .frame(let frame) where picture != nil: try picture?.add(frame)
            case .frame where invocation.isJSON: Output.json(String(decoding: received.text, as: UTF8.self))
            case .frame: Output.line(event.content.words)
            // Usually the display is no longer in the configuration, so that no more frames arrive.
            case .display(display, .lost, let detail):
                throw Failure(.refused, "\(invocation.command) \(display)", "the display is lost: \(detail)")
            default: break
            }
        }
    }
}

extension Invocation {
    /// Starts to watch, and returns the display's name. Besides the frames, the connection gets the events `device`.
    fileprivate func watchDisplay() throws(Failure) -> String {
        let connection = try subscribe(Subscription(events: [.device]))
        do throws(ClientError) {
            // In a pipe to `head` the program exits as soon as `head` ends, instead of at its next frame.
            connection.whenReaderLeaves(1) { LinuxSystem.Program.exit(Exit.done.rawValue) }
            guard case .picture(let picture) = try connection.perform(.watchDisplay(words.first)) else { return "" }
            return picture.display
        } catch {
            throw Failure(command, error)
        }
    }

    fileprivate func nextEvent() throws(Failure) -> Received? {
        let connection = try connection()
        do throws(ClientError) {
            return try connection.next()
        } catch {
            throw Failure(command, error)
        }
    }
}
