/// The shown page, the lock, and all controls, inputs and presets, as in `hello`, the event `controls` and the answer to `list`.
public struct Listing: Equatable, Sendable {
    /// The page that is shown; `nil` where there are none.
    public var page: String?
    public var isLocked: Bool
    public var controls: [ControlState]
    public var inputs: [InputState]
    public var presets: [PresetState]
    /// The members as a line has them after others, with the line's end, for all lines that share them.
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
        // An older daemon sends them in `hello` alone.
        var shown: String?? = .some(page)
        visitor.visit("page", ifAny: &shown, when: "", "the page that is shown; `null` where there are none")
        page = shown ?? nil
        var locked: Bool? = isLocked
        visitor.visit("locked", ifAny: &locked, when: "", "whether hands are kept from changing anything")
        isLocked = locked ?? false
        visitor.visit("controls", &controls, "[every control](#a-control)")
        visitor.visit("inputs", &inputs, "[every input](#an-input)")
        // An older daemon does not send them.
        var sent: [PresetState]? = presets
        visitor.visit("presets", ifAny: &sent, when: "", "[every preset](#a-preset)")
        presets = sent ?? []
    }
}

extension Listing {
    /// Writes the members once. Of a large panel they have megabytes, and many clients may ask for them at once.
    public func asWritten() -> Listing {
        var line = LineBuffer(capacity: 4096)
        writeMembers(to: &line)
        line.endLine()
        var listing = self
        listing.written = [UInt8(ascii: ",")] + line.withUnsafeBytes { Array($0) }
        return listing
    }

    /// The end of a line that has these members last.
    func endLine(_ line: inout LineBuffer) {
        if let written {
            line.append(written)
        } else {
            writeMembers(to: &line)
            line.endLine()
        }
    }
}
