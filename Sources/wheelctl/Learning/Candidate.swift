import WheelCore
import WheelInput

/// A GPIO line or an event device that may be the knob, or a part of the knob.
enum Candidate: Equatable, Sendable {
    case line(CandidateLine)
    case device(InputNode)

    /// The settings with which all events of the candidate are read.
    func source(_ bias: GPIOBias) -> InputSource {
        switch self {
        case .line(let line): .gpio(GPIOSettings(chip: line.chip, button: .offset(line.offset), bias: bias))
        case .device(let node):
            // A device without dials and keys is opened for an axis. The raw events then include all axes of the
            // device.
            .evdev(
                EvdevSettings(
                    match: DeviceMatch(path: node.path),
                    axis: node.axisThatTurns == nil && node.keys.isEmpty ? node.firstPosition : nil))
        }
    }

    /// The event device with this path, or those whose names match this pattern. Without a name: all devices that turn,
    /// that have a few keys, or that have a single axis and nothing else, such as a fader.
    static func devices(named name: String?) -> [Candidate] {
        NodeList.nodes.filter { node in
            guard let name else { return node.kind == .rotary || node.kind == .keys || node.isAxisAlone }
            return (name.hasPrefix("/") ? DeviceMatch(path: name) : DeviceMatch(name: name)).matches(node)
        }.map { .device($0) }
    }
}

struct CandidateLine: Equatable, Sendable {
    var chip: String
    var label: String
    var offset: UInt32
    var name: String?
}

extension CandidateLine {
    private init(_ line: GPIOChip.Line, _ chip: GPIOChip) {
        self.init(
            chip: chip.name, label: chip.label, offset: line.offset, name: line.name.flatMap { $0.isEmpty ? nil : $0 })
    }

    /// The first lines of the chips with these labels, except outputs and lines that have a GPIO user.
    ///
    /// The pin of a line without a GPIO user may still be in use by a bus, an SD card or a radio, which the kernel does
    /// not show. The kernel would let a program request the line, and would not return its pin to the bus on release.
    static func withoutUser(ofChips labels: [String], first count: UInt32) -> [CandidateLine] {
        GPIOChip.all.filter { labels.contains($0.label) }.flatMap { chip in
            (0..<min(count, chip.lineCount)).compactMap { chip.line($0) }
                .filter { !$0.isUsed && !$0.isOutput }.map { CandidateLine($0, chip) }
        }
    }

    init(_ line: GPIOLine, chip: String?) throws(LearningError) {
        do throws(GPIOProblem) {
            let opened = try GPIOChip.open(GPIOSettings(chip: chip, button: line))
            let offset = try opened.offset(of: line)
            guard let found = opened.line(offset) else {
                throw GPIOProblem("line \(offset) of \(opened.name) cannot be read")
            }
            self.init(found, opened)
        } catch {
            throw .failed(error.description, advice: nil)
        }
    }

    /// Whether the line's name alone is enough to find the line.
    var isFoundByName: Bool {
        guard let name, let found = try? GPIOChip.open(GPIOSettings(button: .named(name))) else { return false }
        return found.name == chip
    }

    /// The word by which the user names the line: its name, or else its offset.
    var word: String { name ?? "\(offset)" }
}
