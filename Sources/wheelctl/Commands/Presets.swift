import WheelCore
import WheelModel
import WheelWire

extension Command {
    static let presets = Command(
        name: "presets", summary: "lists presets with their values",
        options: [Option("--names", "print only the names, one on each line")]
    ) { invocation throws(Failure) in
        guard case .listing(let listing) = try invocation.ask(.list) else { return }
        if invocation.arguments.has("--names") {
            for preset in listing.presets { Output.line(preset.name) }
            return
        }
        guard !listing.presets.isEmpty else { return }
        var table = TextTable(["PRESET", "LABEL", "WRITABLE", "VALUES"])
        for preset in listing.presets {
            let values = preset.values.map { "\($0.control)=\($0.value.json)" }
            table.add([preset.name, preset.label, preset.isWritable ? "yes" : "no", values.joined(separator: " ")])
        }
        table.print()
    }
}
