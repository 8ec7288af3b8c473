import WheelCore

/// Finds the screen that a display's settings name, and opens or surveys it.
///
/// If the settings name no screen, the first usable screen of a graphics card is chosen, else the first framebuffer
/// that belongs to no graphics card. A framebuffer of a graphics card must be named. If there is no framebuffer either,
/// the problem of the cards is reported, for example that no screen is plugged in, which the user can fix.
enum Screens {
    static func open(_ settings: DisplaySettings, _ link: RenderLink) throws(ScreenProblem) -> any ScreenOutput {
        try find(settings) { path, wish throws(ScreenProblem) in
            try DRMOutput(path, wish, settings)
        } framebuffer: { path, leavesCards throws(ScreenProblem) in
            try FramebufferOutput(path, settings.rotation, settings.blanking, leavesCards: leavesCards)
        } remote: { size in
            RemoteOutput(settings.name, size, link)
        }
    }

    static func find<Screen>(
        _ display: DisplaySettings, card: (String, ScreenWish) throws(ScreenProblem) -> Screen,
        framebuffer: (_ path: String, _ leavesCards: Bool) throws(ScreenProblem) -> Screen,
        remote: (PixelSize) -> Screen
    ) throws(ScreenProblem) -> Screen {
        let wish = ScreenWish(avoided: display.namedElsewhere)
        func firstCard() throws(ScreenProblem) -> Screen {
            try first(of: DRMCard.paths(), .absent("\(DRMCard.folder): there is no graphics card")) {
                path throws(ScreenProblem) in try card(path, wish)
            }
        }
        func firstFramebuffer() throws(ScreenProblem) -> Screen {
            let folder = FramebufferOutput.folder
            return try first(of: FramebufferOutput.paths(), .absent("\(folder)/fb0: there is no such device")) {
                path throws(ScreenProblem) in try framebuffer(path, true)
            }
        }
        switch display.output {
        case .automatic:
            let problem: ScreenProblem
            do throws(ScreenProblem) {
                return try firstCard()
            } catch {
                problem = error
            }
            do throws(ScreenProblem) {
                return try firstFramebuffer()
            } catch .absent {
                throw problem
            }
        case .connector(let name): return try card(DRMCard.path(ofConnector: name), ScreenWish(connector: name))
        case .drm(let path?): return try card(path, wish)
        case .drm(nil): return try firstCard()
        case .fbdev(let path?): return try framebuffer(path, false)
        case .fbdev(nil): return try firstFramebuffer()
        case .remote(let width, let height): return remote(PixelSize(width: width, height: height))
        case .none: throw .unusable("the display has no output")
        }
    }

    /// The first usable device. If no device is usable, throws the first problem that is not an absent device or
    /// screen, or else the last problem.
    private static func first<Screen>(
        of paths: [String], _ nothing: ScreenProblem, _ open: (String) throws(ScreenProblem) -> Screen
    ) throws(ScreenProblem) -> Screen {
        var problem = nothing
        for path in paths {
            do throws(ScreenProblem) {
                return try open(path)
            } catch {
                if case .absent = problem { problem = error }
            }
        }
        throw problem
    }
}
