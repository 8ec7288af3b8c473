import WheelClient
import WheelCore

package struct PanelOptions {
    package var socket: String?
    /// How the terminal shows the panel; `nil` for the best way that the terminal supports.
    package var graphics: TerminalGraphics?
    /// The theme; `nil` for one that fits the terminal's background.
    package var theme: ThemeName?
    /// The arguments of a daemon that the panel starts and ends; `nil` for a daemon that already runs.
    package var daemon: [String]?

    package init(
        socket: String? = nil, graphics: TerminalGraphics? = nil, theme: ThemeName? = nil, daemon: [String]? = nil
    ) {
        self.socket = socket
        self.graphics = graphics
        self.theme = theme
        self.daemon = daemon
    }
}

package enum PanelFailure: Error {
    case noTerminal(String)
    case noDaemon(ClientError)
    case failed(String)
}
