import WheelCore
import WheelModel
import WheelScene
import WheelWire

extension Command {
    static let preview = Command(
        name: "preview", summary: "writes the picture that a display or a terminal would show, without a daemon",
        options: [
            .configuration,
            Option("--control NAME", "show only this control", .control),
            Option("--page NAME|N", "show this page, by its name or its number from 1 (default the first)"),
            Option("--value NAME=V", "a control's value; repeat the option for other controls"),
            Option("--speed NAME=S", "a control's speed; repeat the option for other controls"),
            Option("--pending NAME=V", "a pending value; repeat the option for other controls"),
            Option("--editing[=NAME]", "show the controls, or this one, while a hand changes them"),
            Option("--locked[=NAME]", "show the panel, or this control, locked"),
            Option("--focus NAME", "mark this control", .control),
            Option("--chooser NAME", "open the chooser of this control", .control),
            Option(
                "--state NAME=S",
                "show a control in this state: \(PreviewContent.Condition.allCases.map(\.rawValue).joined(separator: ", "))"
            ),
            Option(
                "--scene S", "the scene of every control (default the configuration's)",
                .names(of: SceneKind.self)),
            Option("--theme T", "dark, light or mono (default the display's)", .names(of: ThemeName.self)),
            Option(
                "--graphics WAY",
                "cells: prints the characters that the panel in a terminal shows, or writes them to -o",
                .words(["cells"])),
            Option(
                "--size WxH",
                "the screen's size in pixels (default a remote display's, else 800x480), or in characters"),
            Option(
                "--size-mm WxH", "the screen's size in millimetres (default the display's, else by its pixels)"),
            Option("--distance M", "how far the eyes are, in metres (default the display's, else by its size)"),
            Option(
                "--rotate R", "degrees by which the picture is turned clockwise (default the display's)",
                .words(["0", "90", "180", "270"])),
            .picture,
        ],
        forms: ["-o FILE.png [OPTIONS]", "--graphics cells [OPTIONS]"]
    ) { invocation throws(Failure) in
        if invocation.arguments.has("--graphics") {
            try CellPreview(invocation).write()
        } else {
            try PreviewRequest(invocation).write()
        }
    }

    static let screenshot = Command(
        name: "screenshot", summary: "writes the daemon's current picture to a PNG file",
        options: [
            .picture, Option("--display NAME", "the picture of this display (default the first that shows one)"),
        ],
        forms: ["-o FILE.png [OPTIONS]"]
    ) { invocation throws(Failure) in
        let file = try invocation.pictureFile()
        let request = invocation.arguments.value("--display").map { Request.screenshot(of: $0) } ?? .screenshot
        guard case .screenshot(let screenshot) = try invocation.ask(request) else { return }
        try Invocation.write(screenshot.png, to: file)
    }
}
