import WheelCore
import WheelModel

/// Decodes the events that a client feeds to an input. It knows which buttons are held, and the size of the surface.
struct FedFrames {
    private let isReversed: Bool
    private var buttons: [Button]
    /// The client's size of the surface.
    private(set) var size: Size?
    /// The contacts of a frame. The array is kept, so that a frame allocates nothing.
    private var contacts: [TouchContact] = []
    private var hasFingers = false

    private struct Button {
        let name: String
        let number: Int
        /// The code for a recording.
        let code: String
        var isHeld = false
    }

    /// The codes of a recording.
    static let units = "UNITS"
    static let button = "BUTTON"
    static let contact = "CONTACT"
    static let x = "X"
    static let y = "Y"
    static let frame = "FRAME"
    /// X and Y of a recording are in thousandths of a pixel.
    static let perPixel = 1000.0

    static func isCode(_ code: String) -> Bool {
        [units, button, contact, x, y, frame].contains(code) || buttonName(ofCode: code) != nil
    }

    /// The name of the button that a recording has this code for; `nil` for an only button and for other codes.
    static func buttonName(ofCode code: String) -> String? {
        let prefix = "\(button):"
        return code.hasPrefix(prefix) && code.count > prefix.count ? String(code.dropFirst(prefix.count)) : nil
    }

    init(_ settings: ClientInputSettings, buttonNames: [String], merger: InputMerger) {
        isReversed = settings.isReversed
        buttons = FedFrames.buttons(buttonNames, merger)
    }

    /// Without names there is an only button, which has no name.
    private static func buttons(_ names: [String], _ merger: InputMerger) -> [Button] {
        let names = names.isEmpty ? [""] : names
        return zip(names, merger.buttons(named: names)).map { name, number in
            Button(name: name, number: number, code: name.isEmpty ? button : "\(button):\(name)")
        }
    }

    // MARK: Events

    /// `area`: the size that contacts are scaled to.
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

    /// A button that is held already is not pressed again.
    mutating func press(_ index: Int, isDown: Bool, at time: Instant, _ merger: InputMerger) {
        merger.raw(buttons[index].code, isDown ? 1 : 0, at: time)
        guard buttons[index].isHeld != isDown else { return }
        buttons[index].isHeld = isDown
        merger.press(buttons[index].number, isDown: isDown, at: time)
    }

    /// Without both sizes its place is not scaled.
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

    /// Returns whether the size is new.
    mutating func resize(to newSize: Size) -> Bool {
        defer { size = newSize }
        return newSize != size
    }

    /// Reports what a recording begins with.
    func reportSize(at time: Instant, _ merger: InputMerger) {
        guard let size else { return }
        merger.raw(StateCode.width.rawValue, Int(size.width.rounded()), at: time)
        merger.raw(StateCode.height.rawValue, Int(size.height.rounded()), at: time)
    }

    // MARK: Buttons

    /// The button of this name. `nil` as the name means the only button.
    func index(ofButton name: String?) -> Int? {
        guard let name else { return buttons.count == 1 ? 0 : nil }
        return buttons.firstIndex { $0.name == name }
    }

    /// The button that a recording has this code for.
    func index(ofCode code: String) -> Int? { buttons.firstIndex { $0.code == code } }

    var isDown: Bool { hasFingers || buttons.contains(where: \.isHeld) }

    mutating func lift(at time: Instant, _ merger: InputMerger) {
        for index in buttons.indices where buttons[index].isHeld { press(index, isDown: false, at: time, merger) }
        if hasFingers { merger.send(.touchesCancelled, at: time) }
        hasFingers = false
    }

    var heldButtons: [String] { buttons.filter(\.isHeld).map(\.name) }

    /// Applies new names and numbers. Buttons that have the same name stay held.
    mutating func renumber(buttonNames: [String], _ merger: InputMerger) {
        let held = heldButtons
        buttons = FedFrames.buttons(buttonNames, merger)
        for index in buttons.indices where held.contains(buttons[index].name) {
            buttons[index].isHeld = true
            merger.countHeld(buttons[index].number)
        }
    }
}
