public import WheelCore

/// Finds the screen that a display would use, without showing anything.
public enum ScreenSurvey {
    /// Returns the screen's name, or throws the reason why there is none. During the call this program is the card's
    /// master, unless another program is.
    public static func look(at display: DisplaySettings) throws(ScreenProblem) -> String {
        try Screens.find(display, card: card, framebuffer: FramebufferOutput.survey) { _ in RemoteOutput.name }
    }

    /// The device files that an output may use.
    public static func paths(of output: DisplayOutput) -> [String] {
        switch output {
        case .automatic: DRMCard.paths() + FramebufferOutput.paths()
        case .drm(let path): path.map { [$0] } ?? DRMCard.paths()
        case .connector(let name): (try? DRMCard.path(ofConnector: name)).map { [$0] } ?? []
        case .fbdev(let path): path.map { [$0] } ?? FramebufferOutput.paths()
        case .remote, .none: []
        }
    }

    private static func card(_ path: String, _ wish: ScreenWish) throws(ScreenProblem) -> String {
        let card = try DRMCard(path: path)
        try card.checkMaster()
        let route = try ScreenRoute(card, wish, taken: [])
        return "\(path) \(route.connectorName) \(route.size)"
    }
}
