/// Whether who runs wheeld may open the devices, and what gives the right to.
enum RightsCheck {
    /// `rules`: the installed ones; `nil` if they are not.
    static func findings(_ person: Person, _ devices: [NeededFile], rules: [UdevRule]?) -> [Finding] {
        guard !devices.isEmpty else { return [] }
        let refused = devices.filter { !$0.isOpen(to: person) }
        guard !refused.isEmpty else {
            return [.ok("user", "\(person.name) may open \(words(devices))")]
        }
        var findings: [Finding] = []
        // What the rules would give to somebody else's group, had they been applied.
        let late = refused.filter { device in
            rules?.contains { $0.isAbout(device) && $0.group != device.groupName } ?? false
        }
        if !late.isEmpty {
            findings.append(
                .wrong(
                    "udev", "\(UdevRule.file) is installed, but not applied yet to \(words(late))",
                    "sudo udevadm control --reload && sudo udevadm trigger"))
        }
        let others = refused.filter { !late.contains($0) }
        for group in groups(of: others) {
            let members = others.filter { $0.groupName == group }
            findings.append(finding(person, members, group, areRulesInstalled: rules != nil))
        }
        return findings
    }

    private static func finding(
        _ person: Person, _ devices: [NeededFile], _ group: String, areRulesInstalled: Bool
    ) -> Finding {
        let text = "\(person.name) may not open \(words(devices))"
        guard let first = devices.first, first.groupMayOpen else {
            let modes = "owner and mode leave it to root"
            return areRulesInstalled
                ? .wrong(
                    "user", "\(text): \(modes)",
                    "another rule than \(UdevRule.file) has the last word: ls /etc/udev/rules.d")
                : .wrong(
                    "user", "\(text): \(modes)", "sudo cp udev/\(UdevRule.file) /etc/udev/rules.d/",
                    "sudo udevadm control --reload && sudo udevadm trigger")
        }
        if person.nextGroups.contains(first.group) {
            return .wrong(
                "user", "\(text), which the group \(group) may: \(person.name) is in it, but not yet in this login",
                person.newStart)
        }
        return .wrong(
            "user", "\(text), which the group \(group) may", "sudo usermod -aG \(group) \(person.name)", person.newStart
        )
    }

    private static func groups(of devices: [NeededFile]) -> [String] {
        var names: [String] = []
        for device in devices where !names.contains(device.groupName) { names.append(device.groupName) }
        return names
    }

    /// "/dev/gpiochip0, /dev/input/event0 and 5 more"
    private static func words(_ devices: [NeededFile]) -> String {
        let shown = devices.prefix(3).map(\.path).joined(separator: ", ")
        return devices.count > 3 ? "\(shown) and \(devices.count - 3) more" : shown
    }
}
