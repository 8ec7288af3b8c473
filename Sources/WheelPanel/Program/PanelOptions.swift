import WheelClient
import WheelCore

package struct PanelOptions {
    package var socket: String?
    /// How the terminal shows the panel; `nil`: as it can.
    package var graphics: TerminalGraphics?
    /// `nil`: as the terminal's background is.
    package var theme: ThemeName?
    /// The words for a daemon that the panel starts, and ends; `nil`: for any that runs.
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
