import WheelCore
import WheelInput

/// The current state of the lines that an input uses, read without requesting them.
struct LineSurvey: Equatable {
    struct Line: Equatable {
        /// The line's name, or its number if it has no name.
        var name: String
        var offset: UInt32
        var isUsed = false
        /// The consumer label, which not every user of a line sets.
        var consumer: String?
    }

    var chip: String
    /// The driver's label of the chip, such as "pinctrl-bcm2711".
    var label: String
    var lines: [Line]
}

extension LineSurvey {
    init(_ settings: GPIOSettings) throws(GPIOProblem) {
        let chip = try GPIOChip.open(settings)
        (self.chip, label) = (chip.name, chip.label)
        lines = []
        for (_, line) in settings.lines {
            let offset = try chip.offset(of: line)
            let info = chip.line(offset)
            let name = info?.name.flatMap { $0.isEmpty ? nil : $0 } ?? "\(offset)"
            lines.append(Line(name: name, offset: offset, isUsed: info?.isUsed ?? false, consumer: info?.consumer))
        }
    }
}
