import WheelConfiguration
import WheelCore
import WheelModel
import WheelScene

/// What `wheelctl preview` shows, in pixels or in characters.
struct PreviewSubject {
    let state: SceneState
    let theme: Theme
    let display: DisplaySettings

    init(_ invocation: Invocation) throws(Failure) {
        let arguments = invocation.arguments
        var settings = try invocation.settings()
        if let word = arguments.value("--scene") {
            let scene = try PreviewRequest.known(
                word, SceneKind(rawValue: word), "scene", SceneKind.allCases.map(\.rawValue))
            for index in settings.panel.controls.indices { settings.panel.controls[index].scene = scene }
        }
        let view = try PreviewContent.view(arguments, settings.panel)
        let number = PreviewContent.display(of: view, settings.panel)
        let displays = settings.displays
        display = displays.indices.contains(number) ? displays[number] : DisplaySettings(name: "main")
        let word = arguments.value("--theme") ?? display.theme.rawValue
        theme = try PreviewRequest.known(
            word, ThemeName(rawValue: word).map(Theme.named), "theme", ThemeName.allCases.map(\.rawValue))
        state = try PreviewContent(
            invocation, view,
            Self.pictureSettings(settings, display: number, isTyped: arguments.has("--graphics"))
        ).state
    }

    /// The settings of a display. For the panel in a terminal they include every page, and an input for the terminal's
    /// keys.
    private static func pictureSettings(_ settings: Settings, display: Int, isTyped: Bool) -> PictureSettings {
        guard isTyped else { return PictureSettings(settings, display: display) }
        var panel = settings.panel
        let hand = panel.inputs.count
        panel.inputs += InputSettings.hands(controls: panel.controls.count)
        return PictureSettings(panel, hand: hand, .keys, pages: Array(panel.pages.indices), file: nil)
    }
}
