/// The display to which a `watch-display` or `unwatch-display` refers, and the size of its picture.
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

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("display", &display, "the display's name")
        visitor.visit("width", &widthPixels, "the width in pixels")
        visitor.visit("height", &heightPixels, "the height in pixels")
    }
}
