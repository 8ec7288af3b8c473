import WheelSettings

/// Opens the output that a display's settings name.
enum Screens {
    static func open(
        _ settings: DisplaySettings, _ link: RenderLink, _ frameMembers: @escaping (RemoteFrame) -> [UInt8]
    ) throws(ScreenProblem) -> any ScreenOutput {
        switch settings.output {
        case .automatic: return try automatic(settings.rotation)
        case .drm(let path): return try DRMOutput.open(path, rotation: settings.rotation)
        case .fbdev(let path): return try FramebufferOutput.open(path, rotation: settings.rotation)
        case .terminal: return try TerminalOutput()
        case .remote(let width, let height):
            return RemoteOutput(PixelSize(width: width, height: height), link.watchers) { frame in
                link.report(.frame(watchers: frame.watchers, members: frameMembers(frame), at: frame.time))
            }
        case .none: throw .unusable("the display has no output")
        }
    }

    /// The screen of a graphics card, or a framebuffer with a driver of its own.
    private static func automatic(_ rotation: DisplayRotation) throws(ScreenProblem) -> any ScreenOutput {
        let problem: ScreenProblem
        do throws(ScreenProblem) {
            return try DRMOutput.open(nil, rotation: rotation)
        } catch {
            problem = error
        }
        do throws(ScreenProblem) {
            return try FramebufferOutput.open(nil, rotation: rotation)
        } catch .absent {
            throw problem
        }
    }
}
