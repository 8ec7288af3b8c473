import LinuxSystem
import WheelScene

/// The texts beside the page and over it.
enum TerminalNotes {
    static let keys = [
        "arrows, mouse wheel    turn the marked control",
        "drag, click            touch what is shown",
        "double click           the next speed",
        "=                      type a value: = 14.074 enter",
        "s                      the next speed",
        "space                  press; twice: next speed; add or remove a position",
        "tab, 1 to 9            mark another control",
        "page up, page down     another page",
        "+  -                   one step",
        "enter, escape          apply or revert a pending value",
        "l                      lock the marked control, or unlock it",
        "e                      show the events beside the page, or hide them",
        "?                      these keys",
        "q, Ctrl-C              leave",
    ]

    /// The command that reads values elsewhere. It names `wheelctl` if that is installed, as it is with the package; else
    /// socat, which is there where wheeld is built.
    static func reader(socket: String, isUsual: Bool) -> String {
        guard OtherProgram.isInstalled("wheelctl") else { return "socat - UNIX-CONNECT:\(socket)" }
        return isUsual ? "wheelctl watch" : "wheelctl --socket \(socket) watch"
    }

    /// The line at the start, until a key is pressed.
    static func welcome(reader: String) -> CellLine {
        CellLine(
            .notice, "Read every value in a second terminal: \(reader)", "Read every value: \(reader)",
            "elsewhere: \(reader)")
    }
}
