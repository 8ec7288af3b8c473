/// Whether the knob or touchscreen of an input is connected and readable.
struct EventDeviceCheck {
    var input: String
    /// The key that chooses the device, such as `name = "Griffin*"`; `nil` if the input uses every device of its kind.
    var match: String?
    var axis: String?
    /// The devices that match but that the input does not use.
    var unused: [DeviceSurvey.Device] = []
    /// "knob" or "touchscreen".
    var kind: String
    var grabs = false
    /// Whether the daemon has a device of this input open.
    var isAttached = false
    /// The daemon's reason why the input has no device; `nil` if it has one, and without a daemon.
    var absence: String?

    private var subject: String { "input \(input)" }

    func findings(
        _ devices: [DeviceSurvey.Device], isGrabbed: (String) -> Bool?, users: (String) -> [OpenFiles.Process]
    ) -> [Finding] {
        guard devices.isEmpty else {
            let findings = devices.map { finding($0, isGrabbed: isGrabbed, users: users) }
            guard let absence, findings.allSatisfy({ $0.verdict != .wrong }) else { return findings }
            return findings + [.absent(subject, absence)]
        }
        if let device = unused.first { return [unusable(device)] }
        guard let match else {
            return [.note(subject, "there is no \(kind); wheeld uses one as soon as it is plugged in")]
        }
        return [
            .wrong(
                subject, "no device matches \(match)",
                "plug it in; wheelctl devices lists the devices, each with the input that uses it")
        ]
    }

    private func unusable(_ device: DeviceSurvey.Device) -> Finding {
        if let axis, !device.axes.contains(axis) { return lack(of: axis, device) }
        return .wrong(
            subject, "the input uses nothing of \(device.name) (\(device.path)), although it matches",
            "name in 'axis', 'turn_keys' or [input.on.KEY_…] what the device has and no other input names; wheelctl devices "
                + "says what it has")
    }

    private func lack(of axis: String, _ device: DeviceSurvey.Device) -> Finding {
        .wrong(
            subject, "\(device.name) (\(device.path)) has no \(axis)",
            "name in 'axis' one that wheelctl devices lists for it")
    }

    private func finding(
        _ device: DeviceSurvey.Device, isGrabbed: (String) -> Bool?, users: (String) -> [OpenFiles.Process]
    ) -> Finding {
        let name = "\(device.name) (\(device.path)\(device.uniq.map { ", uniq \($0)" } ?? ""))"
        switch device.refusal {
        case .accessDenied?, .notPermitted?: return .unreadable(subject, name)
        case let error?: return .wrong(subject, "\(name) cannot be opened: \(error)", "unplug it and plug it in again")
        case nil: break
        }
        if let axis, !device.axes.contains(axis) { return lack(of: axis, device) }
        guard isGrabbed(device.path) == true else {
            return .ok(subject, isAttached ? "wheeld uses \(name)" : "\(name) is plugged in")
        }
        if grabs && isAttached { return .ok(subject, "wheeld uses \(name), and grabs it as configured") }
        let others = users(device.path).filter { $0.name != "wheeld" }.map(\.words)
        let program = others.isEmpty ? "another program" : others.joined(separator: " or ")
        return .wrong(
            subject, "\(program) grabs \(name), so that wheeld cannot read it",
            "end that program, or configure it not to grab")
    }
}
