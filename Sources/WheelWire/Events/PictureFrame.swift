/// A part of a remote display's picture. After each one, the client's picture is the whole picture of one moment.
public struct PictureFrame: Equatable, Sendable {
    public var display: String
    /// The place of its upper left corner in the picture, in pixels.
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int
    /// It is the whole picture and has its size: the first frame, and each one after a change of the size.
    public var isWhole: Bool
    /// The pixels as a PNG file of this width and height.
    public var png: [UInt8]

    public init(display: String, x: Int, y: Int, width: Int, height: Int, isWhole: Bool, png: [UInt8]) {
        self.display = display
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.isWhole = isWhole
        self.png = png
    }

    /// The line of the event behind its `time`. It is long, is the same for every client, and may be made on any thread.
    public var members: [UInt8] {
        var line = LineBuffer(capacity: png.count / 3 * 4 + 256)
        // The text begins with a comma, since the members of every event come before it.
        line.append(" ")
        line.member(EventMember.frameDisplay, display)
        line.member(EventMember.frameX, x)
        line.member(EventMember.frameY, y)
        line.member(EventMember.frameWidth, width)
        line.member(EventMember.frameHeight, height)
        if isWhole { line.member(EventMember.whole, true) }
        line.member(EventMember.png, Base64(bytes: png))
        line.endLine()
        return line.withUnsafeBytes { Array($0.dropFirst()) }
    }
}

extension LineBuffer {
    /// Writes the line of a frame with these `members`.
    public mutating func frame(_ members: [UInt8], _ stamp: EventStamp) {
        beginEvent(.frame, stamp)
        append(members)
    }
}

extension PictureFrame {
    init(_ members: JSONObject) throws(MemberProblem) {
        display = try members.read(EventMember.frameDisplay)
        x = try members.read(EventMember.frameX)
        y = try members.read(EventMember.frameY)
        width = try members.read(EventMember.frameWidth)
        height = try members.read(EventMember.frameHeight)
        isWhole = try members.readIfAny(EventMember.whole) ?? false
        png = try members.read(EventMember.png).bytes
    }
}
