import WheelCore
import WheelScreen

/// A picture of the panel for one client, and its hand. It lives as long as its connection.
final class View {
    /// Which of the hands of views it has.
    let place: Int
    let client: Int
    /// No other view and no watch has had this number, so a late frame reaches nobody else.
    let number: Int
    /// As the client has asked for it.
    var asked: ViewSettings
    var easel: Easel

    init(place: Int, client: Int, number: Int, asked: ViewSettings, easel: Easel) {
        self.place = place
        self.client = client
        self.number = number
        self.asked = asked
        self.easel = easel
    }

    /// Also the name of the input that is its hand.
    var name: String { InputSettings.name(ofView: place) }

    /// What it is drawn with: its hands may be fewer than were asked for.
    var settings: ViewSettings { easel.drawing.settings }

    var hasHand: Bool { settings.hands != .none }
}

/// What one or several views show, as the loop's thread knows it. Views of equal settings without hands share it: only a hand
/// zooms and scrolls.
final class Easel {
    let drawing: ViewDrawing
    var shown: PanelPicture
    /// How many views show it.
    var views = 0

    init(_ drawing: ViewDrawing, _ shown: PanelPicture) {
        self.drawing = drawing
        self.shown = shown
    }
}
