import LinuxSystem
import WheelCore
import WheelInput

/// This machine's devices, each with the inputs of a configuration that would use it, or the reason why no input would.
struct DeviceSurvey: Equatable, Sendable {
    struct Device: Equatable, Sendable {
        /// `rotary`, `touchscreen`, `keyboard`, `pointer`, `keys`, `bridge`, `other`, or `gpio` for a chip.
        var type: String
        var name: String
        var path: String
        /// A serial number, or the address of a Bluetooth device; `nil` if the device has neither.
        var uniq: String?
        /// The axes and keys of a device, or the names of a chip's lines.
        var axes: [String] = []
        var inputs: [String] = []
        /// Why no input uses the device, or why the input that should use it cannot.
        var reason: String?
        var refusal: Errno?
    }

    var devices: [Device]

    /// Examines the devices without requesting or grabbing any of them. No daemon is needed.
    init(settings: [InputSettings]) {
        devices = Self.eventDevices(settings) + Self.chips(settings)
    }

    /// Whether a program has grabbed an event device (EVIOCGRAB); `nil` if the device cannot be opened. The kernel
    /// reports a grab only to a program that tries to grab the device, too.
    static func isGrabbed(_ path: String) -> Bool? {
        guard let handle = try? EvdevHandle(path: path) else { return nil }
        do throws(Errno) {
            try handle.grab()
            return false
        } catch {
            return error == .busy
        }
    }

    private static func eventDevices(_ settings: [InputSettings]) -> [Device] {
        let claims = NodeClaims(settings)
        return NodeList.nodes.map { node in
            var device = Device(
                type: node.kind.rawValue, name: node.name, path: node.path,
                uniq: node.uniq.isEmpty ? nil : node.uniq, axes: node.axisNames)
            switch claims.answer(for: node) {
            case .inputs(let claims): device.inputs = claims.map { settings[$0.input].name }
            case .nobody(let reason): device.reason = reason
            }
            do throws(Errno) {
                _ = try Descriptor.open(device.path, [.read, .nonBlocking])
            } catch {
                device.reason = "cannot be opened: \(error)\(error.remedy(group: "input"))"
                device.refusal = error
            }
            return device
        }
    }

    private static func chips(_ settings: [InputSettings]) -> [Device] {
        GPIOChip.all.map { chip in
            let lines = (0..<chip.lineCount).compactMap { chip.line($0) }
            var device = Device(
                type: "gpio", name: chip.label, path: "/dev/\(chip.name)",
                axes: ["\(chip.lineCount) lines"] + lines.compactMap(\.name).filter { !$0.isEmpty })
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
    /// Why an input's lines cannot be requested now; `nil` if they can.
    fileprivate func obstacle(to settings: GPIOSettings) -> String? {
        for (_, line) in settings.lines {
            do throws(GPIOProblem) {
                let offset = try offset(of: line)
                guard let line = self.line(offset), line.isUsed else { continue }
                let name = line.name ?? "\(offset)"
                if line.consumer == GPIOChip.consumer { return "wheeld uses it" }
                return "line \(name) is taken by \(line.consumer.map { "'\($0)'" } ?? "others")"
            } catch {
                return error.description
            }
        }
        return nil
    }
}
