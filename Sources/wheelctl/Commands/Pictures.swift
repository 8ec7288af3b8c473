import WheelModel
import WheelProtocol
import WheelScene
import WheelSettings

extension Command {
    static let preview = Command(
        name: "preview", summary: "writes the picture that a display would show to a PNG file, without a daemon",
        options: [
            .configuration,
            Option(
                name: "--control", value: Parameter(name: "NAME", kind: .control), summary: "show only this control"),
            Option(
                name: "--page", value: Parameter(name: "NAME|N"),
                summary: "show this page, by its name or its number from 1 (default the first)"),
            Option(
                name: "--value", value: Parameter(name: "NAME=V"),
                summary: "a control's value; repeat the option for other controls"),
            Option(
                name: "--speed", value: Parameter(name: "NAME=S"),
                summary: "a control's speed; repeat the option for other controls"),
            Option(name: "--editing", summary: "show the controls while a hand changes them"),
            Option(
                name: "--scene", value: Parameter(name: "S", kind: .words(SceneKind.allCases.map(\.rawValue))),
                summary: "the scene of every control (default that of the configuration)"),
            Option(
                name: "--theme", value: Parameter(name: "T", kind: .words(ThemeName.allCases.map(\.rawValue))),
                summary: "dark or light (default that of the display)"),
            Option(
                name: "--size", value: Parameter(name: "WxH"),
                summary: "the screen's size in pixels (default that of a remote display, else 800x480)"),
            Option(
                name: "--rotate", value: Parameter(name: "R", kind: .words(["0", "90", "180", "270"])),
                summary: "degrees by which the picture is turned clockwise (default that of the display)"),
            .picture,
        ],
        forms: ["-o FILE.png [OPTIONS]"]
    ) { invocation throws(Failure) in
        try PreviewRequest(invocation).write()
    }

    static let screenshot = Command(
        name: "screenshot", summary: "writes the daemon's current picture to a PNG file",
        options: [
            .picture,
            Option(
                name: "--display", value: Parameter(name: "NAME"),
                summary: "the picture of this display (default the first that shows one)"),
        ],
        forms: ["-o FILE.png [OPTIONS]"]
    ) { invocation throws(Failure) in
        let file = try invocation.pictureFile()
        let request = invocation.arguments.value("--display").map { Request.screenshot(of: $0) } ?? .screenshot
        guard case .screenshot(let screenshot) = try invocation.ask(request) else { return }
        try Invocation.write(screenshot.png, to: file)
    }
}
