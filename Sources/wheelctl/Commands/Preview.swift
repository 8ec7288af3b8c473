import WheelModel
import WheelScene
import WheelSettings

extension Command {
    static let preview = Command(
        name: "preview", summary: "draws what a display would show into a PNG file, without a daemon",
        options: [
            ConfigurationFile.option,
            Option(
                name: "--control", value: Parameter(name: "NAME", kind: .control), summary: "one control alone"),
            Option(
                name: "--page", value: Parameter(name: "NAME|N"),
                summary: "this page, by its name or its number from 1 (the first)"),
            Option(
                name: "--value", value: Parameter(name: "NAME=V"),
                summary: "where a control stands; several times for several controls"),
            Option(
                name: "--speed", value: Parameter(name: "NAME=S"),
                summary: "a control's speed; several times for several controls"),
            Option(name: "--editing", summary: "with a hand on it"),
            Option(
                name: "--scene", value: Parameter(name: "S", kind: .words(SceneKind.allCases.map(\.rawValue))),
                summary: "another scene than the configuration's"),
            Option(
                name: "--theme", value: Parameter(name: "T", kind: .words(ThemeName.allCases.map(\.rawValue))),
                summary: "dark or light (the display's own)"),
            Option(name: "--size", value: Parameter(name: "WxH"), summary: "of the screen, in pixels (800x480)"),
            Option(
                name: "--rotate", value: Parameter(name: "R", kind: .words(["0", "90", "180", "270"])),
                summary: "degrees by which the picture is turned clockwise on the screen (the display's own)"),
            Option(name: "-o", value: Parameter(name: "FILE.png", kind: .file), summary: "where the picture goes"),
        ],
        forms: ["-o FILE.png [OPTIONS]"]
    ) { invocation throws(Failure) in
        try PreviewRequest(invocation.arguments).write()
    }
}
