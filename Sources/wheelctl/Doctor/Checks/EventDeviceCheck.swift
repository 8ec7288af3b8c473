import WheelInput
import WheelSettings

/// Whether a knob or touchscreen that is configured is there, and whether it can be heard.
struct EventDeviceCheck {
    var input: String
    /// `name = "Griffin*"`; `nil` where all of a kind are taken.
    var match: String?
    /// "knob", "touchscreen"
    var kind: String
    /// Whether wheeld keeps it from others.
    var grabs = false
    var isAttached = false

    private var subject: String { "input \(input)" }

    func findings(
        _ devices: [DeviceSurvey.Device], isGrabbed: (String) -> Bool?, users: (String) -> [OpenFiles.Process]
    ) -> [Finding] {
        guard !devices.isEmpty else { return [absence] }
        return devices.map { finding($0, isGrabbed: isGrabbed, users: users) }
    }

    private var absence: Finding {
        guard let match else {
            return .note(subject, "no \(kind) is there; one that is plugged in is taken at once")
        }
        return .wrong(
            subject, "there is no device that matches \(match)",
            "plug it in; wheelctl devices lists what is there, with the input that takes each")
    }

    private func finding(
        _ device: DeviceSurvey.Device, isGrabbed: (String) -> Bool?, users: (String) -> [OpenFiles.Process]
    ) -> Finding {
        let name = "\(device.name) (\(device.path))"
        switch device.refusal {
        case .accessDenied?, .notPermitted?: return .unseen(subject, name)
        case let error?: return .wrong(subject, "\(name) cannot be opened: \(error)", "unplug it and plug it in again")
        case nil: break
        }
        if isGrabbed(device.path) == true {
            // Its own grip is none to complain of.
            if grabs && isAttached { return .ok(subject, "wheeld has \(name), and keeps it from others") }
            let others = users(device.path).filter { $0.name != "wheeld" }.map(\.words)
            let who = others.isEmpty ? "another program" : others.joined(separator: " or ")
            return .wrong(subject, "\(who) keeps \(name) to itself (a grab)", "end that program, or have it not grab")
        }
        return .ok(subject, isAttached ? "wheeld has \(name)" : "\(name) is there")
    }
}
