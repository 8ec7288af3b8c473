import LinuxSystem
import WheelCore
import WheelScene

/// The terminal's colours and characters, according to the environment.
struct TerminalLook: Equatable {
    enum Colors: Equatable {
        /// Bold, underlined and inverse text, without colours (`NO_COLOR`).
        case none
        /// The 256 colours of xterm.
        case indexed
        case direct
    }

    var colors: Colors
    var alphabet: CellAlphabet
    /// Whether the terminal does not support control sequences.
    var isDumb: Bool

    /// `variable` returns a variable of the environment.
    init(_ variable: (String) -> String? = Environment.value) {
        let name = variable("TERM") ?? "dumb"
        isDumb = name == "dumb"
        if !(variable("NO_COLOR") ?? "").isEmpty {
            colors = .none
        } else {
            colors = ["truecolor", "24bit"].contains(variable("COLORTERM") ?? "") ? .direct : .indexed
        }
        // The first variable that is set counts, as in setlocale(3).
        let locale =
            [variable("LC_ALL"), variable("LC_CTYPE"), variable("LANG")].compactMap { $0 }.first { !$0.isEmpty } ?? ""
        let isUTF8 = ["utf-8", "utf8"].contains {
            locale.lowercased().hasSuffix($0) || locale.lowercased().has($0 + "@")
        }
        alphabet = !isUTF8 ? .ascii : name == "linux" ? .console : .unicode
    }
}
