public import LinuxSystem
public import WheelSettings

/// The lines that an input names, as they are now. Nothing is taken.
public struct LineSurvey: Equatable, Sendable {
    public struct Line: Equatable, Sendable {
        /// Its name; its number where it has none.
        public var name: String
        public var offset: UInt32
        /// Whether somebody has it.
        public var isUsed: Bool
        /// By what name; some do not say.
        public var consumer: String?

        public init(name: String, offset: UInt32, isUsed: Bool = false, consumer: String? = nil) {
            self.name = name
            self.offset = offset
            self.isUsed = isUsed
            self.consumer = consumer
        }
    }

    /// Why the lines could not be looked at.
    public struct Obstacle: Error, Equatable, Sendable {
        public var text: String
        /// What the kernel said: `.accessDenied` for a missing right, `.noSuchFile` for what is not there.
        public var error: Errno?

        public init(text: String, error: Errno? = nil) {
            self.text = text
            self.error = error
        }
    }

    /// "gpiochip0"
    public var chip: String
    /// What its driver calls it: "pinctrl-bcm2711".
    public var label: String
    public var lines: [Line]

    public init(chip: String, label: String, lines: [Line]) {
        self.chip = chip
        self.label = label
        self.lines = lines
    }

    /// Asks the kernel.
    public init(_ settings: GPIOSettings) throws(Obstacle) {
        do throws(GPIOProblem) {
            let chip = try GPIOChip.open(settings)
            (self.chip, label) = (chip.name, chip.label)
            lines = []
            for (_, line) in settings.lines {
                let offset = try chip.offset(of: line)
                let info = chip.line(offset)
                let name = info?.name.flatMap { $0.isEmpty ? nil : $0 } ?? "\(offset)"
                lines.append(
                    Line(name: name, offset: offset, isUsed: info?.isUsed ?? false, consumer: info?.consumer))
            }
        } catch {
            throw Obstacle(text: error.description, error: error.error)
        }
    }
}
