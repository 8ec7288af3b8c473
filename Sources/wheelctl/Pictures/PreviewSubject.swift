import WheelConfiguration
import WheelCore
import WheelModel
import WheelScene

/// What `wheelctl preview` shows, drawn or typed.
struct PreviewSubject {
    let state: SceneState
    let theme: Theme
    let display: DisplaySettings
    /// The command with which a user reads the values, such as `wheelctl watch`.
    let reader: String

    init(_ invocation: Invocation) throws(Failure) {
        let arguments = invocation.arguments
        var settings = try invocation.settings()
        if let word = arguments.value("--scene") {
            let scene = try PreviewRequest.known(
                word, SceneKind(rawValue: word), "scene", SceneKind.allCases.map(\.rawValue))
            for index in settings.panel.controls.indices { settings.panel.controls[index].scene = scene }
        }
        reader = settings.socket.path.map { "wheelctl --socket \($0) watch" } ?? "wheelctl watch"
        let view = try PreviewContent.view(arguments, settings.panel)
        let number = PreviewContent.display(of: view, settings.panel)
        let displays = settings.displays
        display = displays.indices.contains(number) ? displays[number] : DisplaySettings(name: "main")
        let word = arguments.value("--theme") ?? display.theme.rawValue
        theme = try PreviewRequest.known(
            word, ThemeName(rawValue: word).map(Theme.named), "theme", ThemeName.allCases.map(\.rawValue))
        // A terminal is the only display of its daemon.
        let isTyped = arguments.has("--graphics")
        let shown = isTyped ? Configuration.settingsInTerminal(settings) : settings
        state = try PreviewContent(invocation, view, PictureSettings(shown, display: isTyped ? 0 : number)).state
    }
}
