import WheelCore
import WheelScreen

/// A picture of the panel for one client, on which this client can act as a hand. The view ends with its client's
/// connection.
final class View {
    /// The number of the view's hand among the inputs that are reserved for views.
    let place: Int
    let client: Int
    /// No other view and no watch ever has this number, so a late frame cannot reach another client.
    let number: Int
    /// The settings that the client requested.
    var asked: ViewSettings
    var easel: Easel

    init(place: Int, client: Int, number: Int, asked: ViewSettings, easel: Easel) {
        self.place = place
        self.client = client
        self.number = number
        self.asked = asked
        self.easel = easel
    }

    /// The view's name, which is also the name of the input that is its hand.
    var name: String { InputSettings.name(ofView: place) }

    /// The settings with which the view is drawn. These settings may have no hands although hands were requested.
    var settings: ViewSettings { easel.drawing.settings }

    var hasHand: Bool { settings.hands != .none }
}

/// The picture of one or several views, as the loop's thread knows it. Views with equal settings and without hands
/// share a picture, since only a hand zooms and scrolls.
final class Easel {
    let drawing: ViewDrawing
    var shown: PanelPicture
    /// The number of views that show this picture.
    var views = 0

    init(_ drawing: ViewDrawing, _ shown: PanelPicture) {
        self.drawing = drawing
        self.shown = shown
    }
}
