import WheelCore

/// Opens the output that a display's settings name.
enum Screens {
    static func open(_ settings: DisplaySettings, _ link: RenderLink) throws(ScreenProblem) -> any ScreenOutput {
        switch settings.output {
        case .automatic:
            return try automatic { () throws(ScreenProblem) -> any ScreenOutput in
                try DRMOutput.open(settings)
            } _: { () throws(ScreenProblem) in
                try FramebufferOutput.open(nil, rotation: settings.rotation, blanking: settings.blanking)
            }
        case .drm, .connector: return try DRMOutput.open(settings)
        case .fbdev(let path):
            return try FramebufferOutput.open(path, rotation: settings.rotation, blanking: settings.blanking)
        case .remote(let width, let height):
            return RemoteOutput(settings.name, PixelSize(width: width, height: height), link)
        case .none: throw .unusable("the display has no output")
        }
    }

    /// A screen of a graphics card, else a framebuffer with a driver of its own.
    static func automatic<Screen>(
        _ card: () throws(ScreenProblem) -> Screen, _ framebuffer: () throws(ScreenProblem) -> Screen
    ) throws(ScreenProblem) -> Screen {
        let problem: ScreenProblem
        do throws(ScreenProblem) {
            return try card()
        } catch {
            problem = error
        }
        do throws(ScreenProblem) {
            return try framebuffer()
        } catch .absent {
            throw problem
        }
    }

    /// The first usable device; else the most useful error: busy before absent.
    static func first<Screen>(
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
