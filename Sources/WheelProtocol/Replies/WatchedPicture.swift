/// The display that a `watch-display` or an `unwatch-display` means, and the size of its picture.
public struct WatchedPicture: Equatable, Sendable {
    public var display: String
    public var widthPixels: Int
    public var heightPixels: Int

    public init(display: String, widthPixels: Int, heightPixels: Int) {
        self.display = display
        self.widthPixels = widthPixels
        self.heightPixels = heightPixels
    }
}

extension WatchedPicture: DeclaredObject {
    static let blank = WatchedPicture(display: "", widthPixels: 0, heightPixels: 0)

    static let members: [Field<Self>] = [
        Field("display", \.display, "the display's name"), Field("width", \.widthPixels, "its width in pixels"),
        Field("height", \.heightPixels, "its height in pixels"),
    ]
}
