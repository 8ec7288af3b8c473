import WheelCore
import WheelModel

/// Decodes the events that a client feeds to an input. Keeps the held buttons and the size of the surface.
struct FedFrames {
    private let isReversed: Bool
    private var buttons: [Button]
    /// The size of the surface, as the client reported it.
    private(set) var size: Size?
    /// The contacts of a frame. The array is reused, so that a frame allocates nothing.
    private var contacts: [TouchContact] = []
    private var hasFingers = false

    private struct Button {
        let name: String
        let number: Int
        /// The button's code in a recording.
        let code: String
        var isHeld = false
    }

    /// The codes in a recording of fed events.
    static let units = "UNITS"
    static let button = "BUTTON"
    static let contact = "CONTACT"
    static let x = "X"
    static let y = "Y"
    static let frame = "FRAME"
    /// A recording has X and Y in thousandths of a pixel.
    static let perPixel = 1000.0

    static func isCode(_ code: String) -> Bool {
        [units, button, contact, x, y, frame].contains(code) || buttonName(ofCode: code) != nil
    }

    /// The name of the button whose code in a recording is `code`. `nil` for a button without a name, and for codes
    /// that belong to no button.
    static func buttonName(ofCode code: String) -> String? {
        let prefix = "\(button):"
        return code.hasPrefix(prefix) && code.count > prefix.count ? String(code.dropFirst(prefix.count)) : nil
    }

    init(_ settings: ClientInputSettings, buttonNames: [String], merger: InputMerger) {
        isReversed = settings.isReversed
        buttons = FedFrames.buttons(buttonNames, merger)
    }

    /// The buttons with these names. If there are no names, there is one button, whose name is empty.
    private static func buttons(_ names: [String], _ merger: InputMerger) -> [Button] {
        let names = names.isEmpty ? [""] : names
        return zip(names, merger.buttons(named: names)).map { name, number in
            Button(name: name, number: number, code: name.isEmpty ? button : "\(button):\(name)")
        }
    }

    // MARK: Events

    /// `area`: the size to which contacts are scaled.
    mutating func apply(_ action: FedEvent.Action, area: Size?, at time: Instant, _ merger: InputMerger) {
        switch action {
        case .turn(let units): turn(units, at: time, merger)
        case .button(let name, let isDown):
            guard let index = index(ofButton: name) else { return }
            press(index, isDown: isDown, at: time, merger)
        case .contacts(let fed):
            contacts.removeAll(keepingCapacity: true)
            for contact in fed { addContact(contact, area: area, at: time, merger) }
            endFrame(at: time, merger)
        }
    }

    func turn(_ units: Int, at time: Instant, _ merger: InputMerger) {
        merger.raw(FedFrames.units, units, at: time)
        merger.turn(by: isReversed ? -units : units, at: time)
    }

    /// Applies a press or a release of a button. A repeated press or release has no effect, except that a recording
    /// contains it.
    mutating func press(_ index: Int, isDown: Bool, at time: Instant, _ merger: InputMerger) {
        merger.raw(buttons[index].code, isDown ? 1 : 0, at: time)
        guard buttons[index].isHeld != isDown else { return }
        buttons[index].isHeld = isDown
        merger.press(buttons[index].number, isDown: isDown, at: time)
    }

    /// Adds a contact, scaled to `area` if both the surface's size and `area` are known.
    mutating func addContact(_ contact: FedContact, area: Size?, at time: Instant, _ merger: InputMerger) {
        if merger.reportsRaw {
            merger.raw(FedFrames.contact, contact.id, at: time)
            merger.raw(FedFrames.x, Int((contact.position.x * FedFrames.perPixel).rounded()), at: time)
            merger.raw(FedFrames.y, Int((contact.position.y * FedFrames.perPixel).rounded()), at: time)
        }
        var position = contact.position
        if let size, let area {
            position = Point(x: position.x * area.width / size.width, y: position.y * area.height / size.height)
        }
        contacts.append(TouchContact(id: contact.id, position: position))
    }

    mutating func endFrame(at time: Instant, _ merger: InputMerger) {
        merger.raw(FedFrames.frame, contacts.count, at: time)
        merger.touch(contacts, of: 0, at: time)
        hasFingers = !contacts.isEmpty
        contacts.removeAll(keepingCapacity: true)
    }

    /// Stores the size. Returns whether it differs from the size before.
    mutating func resize(to newSize: Size) -> Bool {
        defer { size = newSize }
        return newSize != size
    }

    /// Reports the size, with which a recording begins.
    func reportSize(at time: Instant, _ merger: InputMerger) {
        guard let size else { return }
        merger.raw(StateCode.width.rawValue, Int(size.width.rounded()), at: time)
        merger.raw(StateCode.height.rawValue, Int(size.height.rounded()), at: time)
    }

    // MARK: Buttons

    /// The index of the button with this name. The name `nil` means the only button.
    func index(ofButton name: String?) -> Int? {
        guard let name else { return buttons.count == 1 ? 0 : nil }
        return buttons.firstIndex { $0.name == name }
    }

    /// The index of the button whose code in a recording is `code`.
    func index(ofCode code: String) -> Int? { buttons.firstIndex { $0.code == code } }

    var isDown: Bool { hasFingers || buttons.contains(where: \.isHeld) }

    mutating func lift(at time: Instant, _ merger: InputMerger) {
        for index in buttons.indices where buttons[index].isHeld { press(index, isDown: false, at: time, merger) }
        if hasFingers { merger.send(.touchesCancelled, at: time) }
        hasFingers = false
    }

    var heldButtons: [String] { buttons.filter(\.isHeld).map(\.name) }

    /// Gives the buttons new names and numbers. A held button stays held if its name is among the new names.
    mutating func renumber(buttonNames: [String], _ merger: InputMerger) {
        let held = heldButtons
        buttons = FedFrames.buttons(buttonNames, merger)
        for index in buttons.indices where held.contains(buttons[index].name) {
            buttons[index].isHeld = true
            merger.countHeld(buttons[index].number)
        }
    }
}
