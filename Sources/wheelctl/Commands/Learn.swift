import LinuxSystem
import WheelClient
import WheelInput
import WheelModel
import WheelSettings

extension Command {
    static let learn = Command(
        name: "learn", summary: "asks for a knob to be turned, and prints the [[input]] that it is",
        parameters: [Parameter(name: "LINE", count: .any)],
        options: [
            Option(
                name: "--chip", value: Parameter(name: "CHIP"),
                summary: "the GPIO chip of the lines (gpiochip0 where all are offsets)"),
            Option(
                name: "--bias", value: Parameter(name: "BIAS", kind: .words(GPIOBias.allCases.map(\.rawValue))),
                summary: "what holds the lines while a contact is open (pull-up)"),
            Option(
                name: "--device", value: Parameter(name: "NAME|PATH", kind: .file),
                summary: "only this event device, by a pattern of its name or by its path"),
            Option(name: "--detentless", summary: "the knob turns smoothly, without detents"),
            Option(name: "--name", value: Parameter(name: "NAME"), summary: "the input's name (knob)"),
            Option(
                name: "--quiet-s", value: Parameter(name: "S"), summary: "when nothing moves for so long, go on (3)"),
            ConfigurationFile.option,
        ],
        forms: ["[OPTIONS]", "A B [BUTTON] [OPTIONS]"],
        notes: """
            A LINE is a GPIO line's name or offset. Without lines, devices that turn or have a few keys are listened to,
            and what a running daemon has. No GPIO line is touched then; on a terminal of a Raspberry Pi you may choose
            some of its header's. The block goes to standard output, all else to standard error.
            """
    ) { invocation throws(Failure) in
        var lesson = try Lesson(invocation)
        try lesson.learn().lines.forEach { Output.line($0) }
    }
}
