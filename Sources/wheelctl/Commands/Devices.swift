import WheelInput
import WheelProtocol
import WheelSettings

extension Command {
    static let devices = Command(
        name: "devices", summary: "this machine's knobs, screens and GPIO chips, and what wheeld uses each for",
        options: [ConfigurationFile.option],
        notes: """
            The daemon need not run. USED BY is the input of the configuration that matches, or why none does.
            With --json each device is an object on a line of its own.
            """
    ) { invocation throws(Failure) in
        let settings = try ConfigurationFile.settings(invocation.arguments)
        let survey = DeviceSurvey(settings: settings.panel.inputs)
        if invocation.isJSON { return survey.devices.forEach { Output.json($0.json) } }
        guard !survey.devices.isEmpty else { return Output.line("no input devices and no GPIO chips") }
        var table = TextTable(["TYPE", "NAME", "PATH", "HAS", "USED BY"])
        for device in survey.devices {
            table.add([device.type, device.name, device.path, device.shortAxes, device.use])
        }
        table.lines.forEach { Output.line($0) }
    }
}

extension DeviceSurvey.Device {
    private static let mostAxes = 6

    fileprivate var shortAxes: String {
        let more = axes.count - Self.mostAxes
        return axes.prefix(Self.mostAxes).joined(separator: " ") + (more > 0 ? " and \(more) more" : "")
    }

    /// Who uses it and what stands in the way, or why nobody does.
    fileprivate var use: String {
        let users = inputs.isEmpty ? "–" : inputs.joined(separator: ", ")
        return users + (reason.map { " (\($0))" } ?? "")
    }

    fileprivate var json: String {
        func text(_ text: String) -> String { ControlValue.position(text).json }
        func list(_ texts: [String]) -> String { ControlValue.positions(texts).json }
        return "{\"type\":\(text(type)),\"name\":\(text(name)),\"path\":\(text(path)),\"has\":\(list(axes)),"
            + "\"inputs\":\(list(inputs)),\"reason\":\(reason.map(text) ?? "null")}"
    }
}
