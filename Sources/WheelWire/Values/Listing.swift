/// The page, the lock, and all controls, inputs and presets. `hello`, the event `controls` and the answer to `list`
/// contain a listing.
public struct Listing: Equatable, Sendable {
    /// `nil` if the panel has no pages.
    public var page: String?
    public var isLocked: Bool
    public var controls: [ControlState]
    public var inputs: [InputState]
    public var presets: [PresetState]
    /// The serialised members, which end every line that contains the listing; `nil` unless `asWritten` has made them.
    public private(set) var written: [UInt8]?

    public init(
        page: String? = nil, isLocked: Bool = false, controls: [ControlState], inputs: [InputState],
        presets: [PresetState] = []
    ) {
        self.page = page
        self.isLocked = isLocked
        self.controls = controls
        self.inputs = inputs
        self.presets = presets
    }
}

extension Listing: DeclaredObject {
    static let blank = Listing(controls: [], inputs: [])

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        // An older daemon sends the first two members only in `hello`, so they may be missing elsewhere.
        visitor.visit("page", &page, without: nil, "the page that is shown; `null` where there are none")
        visitor.visit("locked", &isLocked, without: false, "whether hands are kept from changing anything")
        visitor.visit("controls", &controls, "[every control](#a-control)")
        visitor.visit("inputs", &inputs, "[every input](#an-input)")
        visitor.visit("presets", &presets, without: [], "[every preset](#a-preset)")
    }

    /// Serialises the members once. For a large panel they are megabytes long, and many clients may request them at the
    /// same time.
    public func asWritten() -> Listing {
        var listing = self
        listing.written = lineEnd(capacity: 4096)
        return listing
    }

    /// Appends the members and ends the line.
    func endLine(_ line: inout LineBuffer) {
        if let written {
            line.append(written)
        } else {
            writeMembers(to: &line)
            line.endLine()
        }
    }
}
