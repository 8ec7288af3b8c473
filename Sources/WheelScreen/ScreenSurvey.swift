public import WheelCore

/// Finds the screen that a display would use, without showing anything.
public enum ScreenSurvey {
    /// Returns the screen's name, or throws the reason for having none. During the call this
    /// program is the card's master, unless another program is.
    public static func look(at display: DisplaySettings) throws(ScreenProblem) -> String {
        let wish = ScreenWish(avoided: display.namedElsewhere)
        func firstCard() throws(ScreenProblem) -> String {
            try DRMCard.first { path throws(ScreenProblem) in try card(path, wish) }
        }
        switch display.output {
        case .automatic: return try Screens.automatic(firstCard, firstFramebuffer)
        case .drm(nil): return try firstCard()
        case .drm(.some(let path)): return try card(path, wish)
        case .connector(let name): return try card(DRMCard.path(ofConnector: name), ScreenWish(connector: name))
        case .fbdev(nil): return try firstFramebuffer()
        case .fbdev(.some(let path)): return try FramebufferOutput.survey(path)
        case .remote: return RemoteOutput.name
        case .none: throw .unusable("the display has no output")
        }
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

    private static func firstFramebuffer() throws(ScreenProblem) -> String {
        try FramebufferOutput.first { path throws(ScreenProblem) in
            try FramebufferOutput.survey(path, leavesCards: true)
        }
    }
}
