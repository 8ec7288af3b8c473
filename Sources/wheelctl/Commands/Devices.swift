import WheelCore
import WheelWire

extension Command {
    static let devices = Command(
        name: "devices", summary: "lists knobs, touchscreens and GPIO chips, each with the input that uses it",
        options: [.configuration],
        notes: """
            No daemon is needed. USED BY is the input of the configuration that uses the device, or the reason why none
            does. With --json each device is an object on a line of its own.
            """
    ) { invocation throws(Failure) in
        let survey = DeviceSurvey(settings: try invocation.settings().panel.inputs)
        if invocation.isJSON {
            for device in survey.devices {
                Output.json([
                    "type": .position(device.type), "name": .position(device.name), "path": .position(device.path),
                    "uniq": device.uniq.map { .position($0) }, "has": .positions(device.axes),
                    "inputs": .positions(device.inputs),
                    "reason": device.reason.map { .position($0) },
                ])
            }
            return
        }
        guard !survey.devices.isEmpty else { return Output.line("no input devices and no GPIO chips") }
        var table = TextTable(["TYPE", "NAME", "PATH", "HAS", "USED BY"])
        for device in survey.devices {
            table.add([device.type, device.title, device.path, device.shortAxes, device.use])
        }
        table.print()
    }
}

extension DeviceSurvey.Device {
    private static let mostAxes = 6

    fileprivate var shortAxes: String {
        let more = axes.count - Self.mostAxes
        return axes.prefix(Self.mostAxes).joined(separator: " ") + (more > 0 ? " and \(more) more" : "")
    }

    fileprivate var title: String { name + (uniq.map { " (uniq \($0))" } ?? "") }

    fileprivate var use: String {
        let users = inputs.isEmpty ? "–" : inputs.joined(separator: ", ")
        return users + (reason.map { " (\($0))" } ?? "")
    }
}
