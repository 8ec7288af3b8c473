/// The hands of views.
///
/// A view is a picture for one client, and its fingers and keys. These are an input of the panel like any other, so that gestures,
/// locks, drafts and commits know nothing of views. A panel has these inputs from the start, behind its own: so a view that comes
/// or goes changes no settings. No input of a configuration can have their names, and no listing has them.
extension InputSettings {
    /// One for each view that there can be.
    public static func hands(controls: Int) -> [InputSettings] {
        (0..<Budget.views).map { place in
            InputSettings(
                name: name(ofView: place), source: .client(ClientInputSettings(isKnob: false, view: place)),
                controls: Array(0..<controls), display: display(ofView: place))
        }
    }

    public static func name(ofView place: Int) -> String { "view:\(place + 1)" }

    /// What a view is zoomed and scrolled to stands behind that of displays.
    public static func display(ofView place: Int) -> Int { Budget.displays + place }

    /// The view whose hand it is; `nil` for an input of the configuration.
    public var view: Int? {
        if case .client(let client) = source { client.view } else { nil }
    }
}

extension PanelSettings {
    /// The inputs of the configuration, without the hands of views.
    public var ownInputs: ArraySlice<InputSettings> { inputs.prefix { $0.view == nil } }
}
