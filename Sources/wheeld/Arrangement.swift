import WheelCore
import WheelInput
import WheelScene
import WheelScreen
import WheelTouch

/// What determines the touch layout of a picture, besides the configuration and the state of the panel.
struct Arrangement {
    enum Picture {
        case display(Int, screen: Size, Measures)
        case view(place: Int, ViewSettings)
    }

    var picture: Picture
    var page: Int?
    /// The marked control.
    var focus: Int?

    init(_ picture: Picture, _ shown: PanelPicture) {
        self.picture = picture
        page = shown.page
        focus = shown.focus
    }

    /// The pixels per millimetre of the client's screen, if a view's client states them; `nil` if they follow from the
    /// touchscreen.
    var density: Double? {
        if case .view(_, let settings) = picture, settings.format == .png { settings.pixelsPerMillimetre } else { nil }
    }

    /// Whether the first tap on an unmarked control may only mark it. False for a view with `hands` = `touch`: the mark
    /// shows which control knobs or keys turn, and a finger acts where it touches.
    var hasMark: Bool {
        if case .view(_, let settings) = picture { settings.hands == .keys } else { true }
    }
}

extension Daemon {
    /// The layout that a picture had in a session that is replayed.
    func layout(of arrangement: Arrangement, at time: Instant) -> TouchLayout? {
        let picture: PictureSettings
        var arranger: TouchArranger?
        switch arrangement.picture {
        case .display(let index, let screen, let measures):
            let display = settings.displays[index]
            picture = pictureSettings(ofDisplay: index)
            arranger = TouchArranger(
                screen: screen, rotation: display.rotation, measures: measures, motion: display.motion)
        case .view(let place, let settings):
            picture = self.picture(settings, place)
            arranger = self.arranger(settings)
        }
        var state = SceneState(picture, panel, focus: arrangement.focus, at: time)
        state.view = arrangement.page.map { .page($0) } ?? .all
        return arranger?.layout(for: state, at: time)
    }
}

// MARK: A line of a session

extension Arrangement {
    var words: String {
        let shown = "\(page ?? -1) \(focus ?? -1)"
        switch picture {
        case .display(let index, let screen, let measures):
            let factors = "\(measures.pixelsPerMillimetre) \(measures.density) \(measures.enlargement)"
            return "layout \(shown) \(index) \(screen.words) \(factors) \(measures.showsOneControl ? 1 : 0)"
        case .view(let place, let settings):
            return "view-layout \(shown) \(place) \(SessionLine.json(settings.request()))"
        }
    }

    init(_ line: inout SessionLine, ofView isView: Bool, _ settings: Settings) throws(RecordingProblem) {
        page = try line.optionalIndex(settings.panel.pages.count)
        focus = try line.optionalIndex(settings.panel.controls.count)
        let index = try line.index(isView ? Budget.views : settings.displays.count)
        if isView {
            guard let view = ViewSettings(try line.request { $0 == .view }, changing: nil) else {
                throw RecordingProblem(message: "the view has no size")
            }
            picture = .view(place: index, view)
        } else {
            let screen = Size(width: try line.number(1...100_000), height: try line.number(1...100_000))
            let measures = Measures(
                pixelsPerMillimetre: try line.number(0.1...1000), density: try line.number(0.1...1000),
                enlargement: try line.number(1...1000), showsOneControl: try line.flag())
            picture = .display(index, screen: screen, measures)
        }
    }
}
