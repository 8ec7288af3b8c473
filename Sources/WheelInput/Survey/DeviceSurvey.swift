internal import CEvdev
public import LinuxSystem
public import WheelSettings

/// What devices there are, and which input of a configuration would use each, or why none does.
public struct DeviceSurvey: Equatable, Sendable {
    public struct Device: Equatable, Sendable {
        /// `rotary`, `touchscreen`, `keyboard`, `pointer`, `keys`, `other`, or `gpio` for a chip.
        public var type: String
        public var name: String
        public var path: String
        /// What it can say: axes and keys, or the names of a chip's lines.
        public var axes: [String]
        /// The inputs that use it.
        public var inputs: [String]
        /// Why none does, or what keeps it from being used.
        public var reason: String?
        /// Why it cannot be opened by who asks.
        public var refusal: Errno?

        public init(
            type: String, name: String, path: String, axes: [String] = [], inputs: [String] = [],
            reason: String? = nil, refusal: Errno? = nil
        ) {
            self.type = type
            self.name = name
            self.path = path
            self.axes = axes
            self.inputs = inputs
            self.reason = reason
            self.refusal = refusal
        }
    }

    public var devices: [Device]

    /// Looks at the devices that are there. Nothing is taken, and no daemon needs to run.
    public init(settings: [InputSettings]) {
        devices = Self.devices(NodeList.nodes, settings).map(Self.withRights) + Self.chips(settings)
    }

    /// Whether some program keeps an event device to itself (EVIOCGRAB); `nil` if it cannot be opened. Nothing else tells
    /// than to grab it too, for a moment.
    public static func isGrabbed(_ path: String) -> Bool? {
        guard let handle = try? EvdevHandle(path: path) else { return nil }
        do throws(Errno) {
            try handle.grab()
            return false
        } catch {
            return error == .busy
        }
    }

    static func devices(_ nodes: [InputNode], _ settings: [InputSettings]) -> [Device] {
        let claims = NodeClaims(settings)
        return nodes.map { node in
            var device = Device(
                type: node.kind.rawValue, name: node.name, path: node.path, axes: node.axisNames)
            switch claims.answer(for: node) {
            case .input(let index): device.inputs = [settings[index].name]
            case .nobody(let reason): device.reason = reason
            }
            return device
        }
    }

    private static func withRights(_ device: Device) -> Device {
        do throws(Errno) {
            _ = try Descriptor.open(device.path, [.read, .nonBlocking])
            return device
        } catch {
            var device = device
            device.reason = "cannot be opened: \(error)\(error.remedy(group: "input"))"
            device.refusal = error
            return device
        }
    }

    private static func chips(_ settings: [InputSettings]) -> [Device] {
        let chips = GPIOChip.all
        return chips.map { chip in
            let lines = (0..<chip.lineCount).compactMap { chip.line($0) }
            var device = Device(
                type: "gpio", name: chip.label, path: "/dev/\(chip.name)",
                axes: ["\(chip.lineCount) lines"] + lines.compactMap(\.name).filter { !$0.isEmpty }, inputs: [])
            for input in settings {
                guard case .gpio(let gpio) = input.source, let own = try? GPIOChip.open(gpio), own.name == chip.name
                else { continue }
                device.inputs.append(input.name)
                if device.reason == nil { device.reason = own.obstacle(to: gpio) }
            }
            if device.inputs.isEmpty { device.reason = "no input names its lines" }
            return device
        }
    }
}

extension GPIOChip {
    /// What keeps an input's lines from being taken, as they are now.
    fileprivate func obstacle(to settings: GPIOSettings) -> String? {
        for (_, line) in settings.lines {
            do throws(GPIOProblem) {
                let offset = try offset(of: line)
                guard let line = self.line(offset), line.isUsed else { continue }
                let name = line.name ?? "\(offset)"
                if line.consumer == GPIOChip.consumer { return "wheeld has it" }
                return "line \(name) is taken by \(line.consumer.map { "'\($0)'" } ?? "others")"
            } catch {
                return error.description
            }
        }
        return nil
    }
}

extension InputNode {
    /// The axes by their names, the keys too where they are few.
    fileprivate var axisNames: [String] {
        func names(_ type: Int32, _ codes: [Int32]) -> [String] {
            codes.map { KernelName.name(type: UInt16(type), code: UInt16($0)) }
        }
        let keys = keys.codes
        return names(EV_REL, relative.codes) + names(EV_ABS, absolute.codes)
            + (keys.count <= 4 ? names(EV_KEY, keys) : ["\(keys.count) keys"]) + (effects.isEmpty ? [] : ["haptics"])
    }
}
