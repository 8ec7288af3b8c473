import WheelCore
import WheelModel

/// Plays a recording of an input of type `client`.
struct FedReplay {
    private var frames: FedFrames
    /// The contact whose coordinates are being read.
    private var contact: FedContact?

    /// `codes`: the codes of the recording, which may contain buttons that the settings do not name.
    init(_ settings: ClientInputSettings, codes: [String], _ input: InputSettings, _ merger: InputMerger) {
        var names = input.buttons.map(\.name)
        for name in codes.compactMap(FedFrames.buttonName(ofCode:)) where !names.contains(name) { names.append(name) }
        frames = FedFrames(settings, buttonNames: names, merger: merger)
    }

    mutating func resize(to size: Size, at time: Instant, _ merger: InputMerger) {
        guard size.width >= 1, size.height >= 1 else { return }
        if frames.resize(to: size) { merger.send(.surface(TouchSurfaceSize(units: size)), at: time) }
    }

    mutating func apply(_ code: String, _ value: Int, at time: Instant, _ merger: InputMerger) {
        switch code {
        case FedFrames.units: frames.turn(value, at: time, merger)
        case FedFrames.contact:
            addContact(at: time, merger)
            contact = FedContact(id: value, position: .zero)
        case FedFrames.x: contact?.position.x = Double(value) / FedFrames.perPixel
        case FedFrames.y: contact?.position.y = Double(value) / FedFrames.perPixel
        case FedFrames.frame:
            addContact(at: time, merger)
            frames.endFrame(at: time, merger)
        default:
            guard let button = frames.index(ofCode: code) else { return }
            frames.press(button, isDown: value != 0, at: time, merger)
        }
    }

    private mutating func addContact(at time: Instant, _ merger: InputMerger) {
        if let contact { frames.addContact(contact, area: nil, at: time, merger) }
        contact = nil
    }
}
