import WheelCore

/// A view as it is after the request.
public struct ViewState: Equatable, Sendable {
    public var view: String
    public var width: Int
    public var height: Int
    /// `none` for a client that may only read.
    public var hands: ViewSettings.Hands
    public var page: String?
    /// The control that it marks.
    public var control: String?

    public init(
        view: String, width: Int, height: Int, hands: ViewSettings.Hands, page: String? = nil, control: String? = nil
    ) {
        self.view = view
        self.width = width
        self.height = height
        self.hands = hands
        self.page = page
        self.control = control
    }
}

extension ViewState: DeclaredObject {
    static let blank = ViewState(view: "", width: 0, height: 0, hands: .none)

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("view", &view, "the view's name: the input of its `feed`")
        visitor.visit("width", &width, "its width in pixels or characters")
        visitor.visit("height", &height, "its height in pixels or characters")
        visitor.visit("hands", &hands, "its hands; `none` for a client that may only read")
        visitor.visit("page", &page, "the page that it shows; `null` where there are none")
        visitor.visit("control", &control, "the control that its keys turn, and that its requests mean")
    }
}

extension ViewSettings.Hands: MemberChoice {}
