public import LinuxSystem
public import WheelGeometry
import WheelModel
public import WheelSettings

/// Listens to lines and event devices of which nobody has said yet what they are for.
public final class DeviceEar {
    public enum Place: Equatable, Sendable {
        case line(GPIOPlace)
        case device(InputNode)
    }

    /// A line where it is.
    public struct GPIOPlace: Equatable, Sendable {
        public var chip: String
        public var label: String
        public var offset: UInt32
        public var name: String?

        public init(chip: String, label: String, offset: UInt32, name: String?) {
            self.chip = chip
            self.label = label
            self.offset = offset
            self.name = name
        }
    }

    public struct Heard: Equatable, Sendable {
        /// Its place in `places`.
        public var place: Int
        /// As in a `Recording`; a line's edges are `BUTTON`.
        public var code: String
        public var value: Int
        public var time: Instant
    }

    public private(set) var places: [Place] = []
    /// Why a place cannot be heard, as a sentence.
    public private(set) var problems: [String] = []
    private let receiver = Receiver()
    private let loop: EventLoop
    private var hub: InputHub?

    /// Nothing is opened yet.
    public init() throws(Errno) {
        loop = try EventLoop()
    }

    deinit { hub?.close() }

    /// Listens to these lines and devices.
    public func open(_ places: [Place], bias: GPIOBias) {
        self.places = places
        let settings = places.enumerated().map { index, place in
            InputSettings(name: "\(index)", source: Self.source(place, bias))
        }
        let hub = InputHub(loop: loop, settings: settings, buttonDebounce: .zero, receiver: receiver)
        self.hub = hub
        for index in places.indices { hub.reportRaw(true, of: index, at: .now) }
        hub.start(at: .now)
        problems = places.indices.compactMap { index in
            let (state, detail) = hub.state(of: index)
            return state == .attached ? nil : detail
        }
    }

    /// What comes until the time is over, or as soon as there is something.
    public func listen(milliseconds: Int64) throws(Errno) -> [Heard] {
        guard let hub else { return [] }
        let end = Instant.now + .milliseconds(milliseconds)
        repeat {
            let wake = hub.deadline.map { min($0, end) } ?? end
            try loop.iterate(wakeAtMicroseconds: wake.microseconds)
            hub.wake(at: .now)
        } while receiver.heard.isEmpty && .now < end
        defer { receiver.heard.removeAll(keepingCapacity: true) }
        return receiver.heard
    }

    private static func source(_ place: Place, _ bias: GPIOBias) -> InputSource {
        switch place {
        case .line(let line): .gpio(GPIOSettings(chip: line.chip, button: .offset(line.offset), bias: bias))
        case .device(let node): .evdev(EvdevSettings(match: DeviceMatch(path: node.path)))
        }
    }

    private final class Receiver: InputReceiver {
        var heard: [Heard] = []

        func receive(_ event: InputEvent, from input: Int, at time: Instant) {
            guard case .raw(let code, let value) = event else { return }
            heard.append(Heard(place: input, code: code, value: value, time: time))
        }

        func buttons(named names: [String], of input: Int) -> [Int] { names.map { _ in 0 } }
    }
}

extension DeviceEar {
    /// The lines of the chips with one of these labels, up to a number of lines of each, that nobody uses as GPIO and
    /// that are no outputs.
    ///
    /// They are not free for all that: a pin that serves a bus, an SD card or a radio looks just the same. The kernel
    /// lets it be requested, and does not give it back to the bus on release.
    public static func linesWithoutUser(ofChips labels: [String], first count: UInt32) -> [GPIOPlace] {
        GPIOChip.all.filter { labels.contains($0.label) }.flatMap { chip in
            (0..<min(count, chip.lineCount)).compactMap { chip.line($0) }
                .filter { !$0.isUsed && !$0.isOutput }.map { GPIOPlace($0, chip) }
        }
    }

    /// The devices that turn, and those with a few keys; or those that a path or a pattern of names means.
    public static func devices(named name: String?) -> [Place] {
        let meant = NodeList.nodes.filter { node in
            guard let name else { return node.kind == .rotary || node.kind == .keys }
            let match = name.hasPrefix("/") ? DeviceMatch(path: name) : DeviceMatch(name: name)
            return match.matches(node)
        }
        return meant.map { .device($0) }
    }

    /// A line by name or offset. Throws a sentence that says why it cannot be had.
    public static func line(_ line: GPIOLine, chip: String?) throws(LinePlaceProblem) -> Place {
        do throws(GPIOProblem) {
            let opened = try GPIOChip.open(GPIOSettings(chip: chip, button: line))
            let offset = try opened.offset(of: line)
            guard let found = opened.line(offset) else {
                throw GPIOProblem("line \(offset) of \(opened.name) cannot be read")
            }
            return .line(GPIOPlace(found, opened))
        } catch {
            throw LinePlaceProblem(description: error.description)
        }
    }

    /// Whether this line is found by its name alone.
    public static func isFoundByName(_ line: GPIOPlace) -> Bool {
        guard let name = line.name, !name.isEmpty,
            let chip = try? GPIOChip.open(GPIOSettings(button: .named(name)))
        else { return false }
        return chip.name == line.chip
    }
}

/// Why there is no such line, with the remedy.
public struct LinePlaceProblem: Error, Equatable, Sendable, CustomStringConvertible {
    public let description: String
}

extension DeviceEar.GPIOPlace {
    init(_ line: GPIOChip.Line, _ chip: GPIOChip) {
        self.init(
            chip: chip.name, label: chip.label, offset: line.offset, name: line.name.flatMap { $0.isEmpty ? nil : $0 })
    }
}
