import WheelCore

/// The state of a view after the request.
public struct ViewState: Equatable, Sendable {
    public var view: String
    public var width: Int
    public var height: Int
    /// `none` for a client that may only read.
    public var hands: ViewSettings.Hands
    public var page: String?
    /// The control that the view marks.
    public var control: String?
    public var pages: [ViewPage]

    public init(
        view: String, width: Int, height: Int, hands: ViewSettings.Hands, page: String? = nil, control: String? = nil,
        pages: [ViewPage] = []
    ) {
        self.view = view
        self.width = width
        self.height = height
        self.hands = hands
        self.page = page
        self.control = control
        self.pages = pages
    }
}

extension ViewState: DeclaredObject {
    static let blank = ViewState(view: "", width: 0, height: 0, hands: .none)

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("view", &view, "the view's name: the input of its `feed`")
        visitor.visit("width", &width, "the width in pixels or characters")
        visitor.visit("height", &height, "the height in pixels or characters")
        visitor.visit("hands", &hands, "the view's hands; `none` for a client that may only read")
        visitor.visit("page", &page, "the page that the view shows; `null` where there are none")
        visitor.visit("control", &control, "the control that the view's keys turn, and that its requests mean")
        visitor.visit(
            "pages", unlessEmpty: &pages, when: "if there are any",
            "the pages that the view shows, each with its name, `page`, and the names of its `controls`")
    }
}

public struct ViewPage: Equatable, Sendable {
    public var page: String
    public var controls: [String]

    public init(page: String, controls: [String]) {
        self.page = page
        self.controls = controls
    }
}

extension ViewPage: DeclaredObject {
    static let blank = ViewPage(page: "", controls: [])

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("page", &page, "the page's name")
        visitor.visit("controls", &controls, "the names of the page's controls")
    }
}

extension ViewSettings.Hands: MemberChoice {}
