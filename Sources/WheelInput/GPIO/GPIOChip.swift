internal import CGPIO
import LinuxSystem
import WheelCore

package final class GPIOChip {
    /// The consumer label that other programs see.
    package static let consumer = "wheeld"

    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit { cgpio_chip_close(pointer) }

    package var name: String { String(cString: cgpio_chip_name(pointer)) }
    package var label: String { String(cString: cgpio_chip_label(pointer)) }
    package var lineCount: UInt32 { cgpio_chip_line_count(pointer) }

    package struct Line {
        package var offset: UInt32
        package var name: String?
        package var consumer: String?
        package var isUsed: Bool
        package var isOutput: Bool
    }

    package func line(_ offset: UInt32) -> Line? {
        var info = cgpio_line_info()
        guard cgpio_chip_line_info(pointer, offset, &info) == 0 else { return nil }
        return Line(
            offset: offset, name: info.name.map { String(cString: $0) },
            consumer: info.consumer.map { String(cString: $0) }, isUsed: info.used, isOutput: info.output)
    }

    /// All chips that the process may open.
    package static var all: [GPIOChip] { survey().chips }

    /// All chips that could be opened, and the first chip whose opening failed. A chip that was removed during the
    /// survey is not counted as a failure.
    private static func survey() -> (chips: [GPIOChip], refused: (name: String, result: Int32)?) {
        var chips: [GPIOChip] = []
        var refused: (name: String, result: Int32)?
        var number: Int32 = -1
        while true {
            number = cgpio_next_chip(number)
            guard number >= 0 else { return (chips, refused) }
            var opened: OpaquePointer?
            let result = cgpio_chip_open_number(number, &opened)
            if result >= 0, let opened {
                chips.append(GPIOChip(opened))
            } else if refused == nil, ![.noSuchFile, .noDevice, .noSuchAddress].contains(Errno(rawValue: -result)) {
                refused = ("gpiochip\(number)", result)
            }
        }
    }
}

/// Why the lines of an input cannot be used. The description is a sentence, with a remedy if one is known.
package struct GPIOProblem: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// The error of the kernel or the library that is the reason, if there is one.
    package let error: Errno?

    package init(_ description: String, _ error: Errno? = nil) {
        self.description = description
        self.error = error
    }
}

extension GPIOChip {
    /// Opens the chip that the settings name. If the settings name no chip, opens the chip that has their lines.
    package static func open(_ settings: GPIOSettings) throws(GPIOProblem) -> GPIOChip {
        var opened: OpaquePointer?
        if let which = settings.chip {
            let result = cgpio_chip_open(which, &opened)
            if result >= 0, let opened { return GPIOChip(opened) }
            throw .chip(which, result)
        }
        guard let name = settings.lines.compactMap(\.line.name).first else { return try ofOffsets() }
        let result = cgpio_find_line(name, &opened)
        if result >= 0, let opened { return GPIOChip(opened) }
        throw .line(name, result, on: nil)
    }

    /// The labels of the chips whose lines are on the pin header of a Raspberry Pi. Each board has one of these chips.
    package static let headerLabels = ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"]

    /// The chip whose lines may be given by their offsets alone: the chip of a Raspberry Pi's header (not always
    /// gpiochip0), or the only chip of the machine. On any other chip the same offsets may be pins that serve a disk or
    /// a radio, and a request would turn these pins into inputs. If no chip of a header is found and a chip could not
    /// be opened, the error of that chip is thrown, since that chip may be the header's.
    private static func ofOffsets() throws(GPIOProblem) -> GPIOChip {
        let (chips, refused) = survey()
        let header = headerLabels.lazy.compactMap { label in chips.first { $0.label == label } }.first
        if let header { return header }
        if let refused { throw .chip(refused.name, refused.result) }
        guard let chip = chips.first else { throw .chip("gpiochip0", -Errno.noSuchFile.rawValue) }
        guard chips.count > 1 else { return chip }
        let names = chips.map { "\($0.name) (\($0.label))" }.joined(separator: ", ")
        throw GPIOProblem(
            "lines given by offset alone need a chip; there are: \(names); add chip = \"\(chips[0].label)\" or another's "
                + "label")
    }

    package func offset(of line: GPIOLine) throws(GPIOProblem) -> UInt32 {
        switch line {
        case .offset(let offset):
            guard offset < lineCount else {
                throw GPIOProblem("\(name) has no line \(offset): it has \(lineCount), from 0", .noSuchFile)
            }
            return offset
        case .named(let name):
            let result = cgpio_chip_find_line(pointer, name)
            guard result >= 0 else { throw .line(name, result, on: self) }
            return UInt32(result)
        }
    }
}

extension GPIOSettings {
    package var lines: [(role: LineRole, line: GPIOLine)] {
        var lines: [(LineRole, GPIOLine)] = []
        if let encoder { lines += [(.a, encoder.a), (.b, encoder.b)] }
        if let button { lines.append((.button, button)) }
        return lines
    }
}

extension GPIOLine {
    var name: String? {
        switch self {
        case .named(let name): name
        case .offset: nil
        }
    }
}

extension GPIOProblem {
    fileprivate static func chip(_ which: String, _ result: Int32) -> GPIOProblem {
        let error = Errno(rawValue: -result)
        let there = GPIOChip.all.map { "\($0.name) (\($0.label))" }.joined(separator: ", ")
        switch error {
        case .noSuchFile:
            return GPIOProblem(
                "there is no GPIO chip \(which); there \(there.isEmpty ? "is none" : "are: \(there)")", error)
        case .accessDenied, .notPermitted:
            return GPIOProblem("may not open the GPIO chip \(which): \(rightsRemedy)", error)
        default:
            return GPIOProblem("cannot open the GPIO chip \(which): \(error)", error)
        }
    }

    fileprivate static func line(_ name: String, _ result: Int32, on chip: GPIOChip?) -> GPIOProblem {
        let error = Errno(rawValue: -result)
        let place = chip.map { "\($0.name)" } ?? "any GPIO chip"
        switch error {
        case .noSuchFile:
            return GPIOProblem(
                "there is no line \(name) on \(place): `wheelctl devices` lists the lines that exist", error)
        case .accessDenied, .notPermitted:
            return GPIOProblem("cannot look for line \(name) on every GPIO chip: \(rightsRemedy)", error)
        default:
            let text = error.name == "ENOTUNIQ" ? "several lines have that name: name the chip" : "\(error)"
            return GPIOProblem("cannot find line \(name) on \(place): \(text)", error)
        }
    }

    /// The problem that the kernel cannot report edges of the chip's lines.
    static func edges(of chip: String, _ error: Errno) -> GPIOProblem {
        switch error {
        case .noSuchAddress:
            GPIOProblem(
                "\(chip) reports no edges, because its driver has no interrupt: give its overlay the interrupt line of the "
                    + "chip (gpiopin, interrupt), or wire to another chip", error)
        default: GPIOProblem("cannot get the edges of lines of \(chip): \(error)", error)
        }
    }

    static let rightsRemedy = "add the user to the group that owns /dev/gpiochip* (often gpio)"
}
