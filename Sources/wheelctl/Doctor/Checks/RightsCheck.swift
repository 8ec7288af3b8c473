/// Whether the account that runs wheeld may open the devices, and the steps that give it this right.
enum RightsCheck {
    /// The findings about the rights of an account. `rules` are the installed udev rules; `nil` if they are not
    /// installed.
    static func findings(_ account: Account, _ devices: [NeededFile], rules: [UdevRule]?) -> [Finding] {
        guard !devices.isEmpty else { return [] }
        let refused = devices.filter { !$0.isOpen(to: account) }
        guard !refused.isEmpty else {
            return [.ok("user", "\(account.name) may open \(words(devices))")]
        }
        var findings: [Finding] = []
        // If the rules name another group than the device has, udev has not applied them yet.
        let pending = refused.filter { device in
            rules?.contains { $0.applies(to: device) && $0.group != device.groupName } ?? false
        }
        if !pending.isEmpty {
            findings.append(
                .wrong(
                    "udev", "\(UdevRule.file) is installed, but not yet applied to \(words(pending))", applyRules))
        }
        let others = refused.filter { !pending.contains($0) }
        for group in groups(of: others) {
            let members = others.filter { $0.groupName == group }
            findings.append(finding(account, members, group, areRulesInstalled: rules != nil))
        }
        return findings
    }

    private static let applyRules = "sudo udevadm control --reload && sudo udevadm trigger"

    private static func finding(
        _ account: Account, _ devices: [NeededFile], _ group: String, areRulesInstalled: Bool
    ) -> Finding {
        let text = "\(account.name) may not open \(words(devices))"
        guard let first = devices.first, first.groupMayOpen else {
            let text = "\(text): only root may"
            return areRulesInstalled
                ? .wrong("user", text, "another rule overrides \(UdevRule.file): ls /etc/udev/rules.d")
                : .wrong("user", text, "sudo cp udev/\(UdevRule.file) /etc/udev/rules.d/", applyRules)
        }
        if account.nextGroups.contains(first.group) {
            return .wrong(
                "user",
                "\(text); the group \(group) may, and \(account.name) is in it, but only from the next login on",
                account.restart)
        }
        return .wrong(
            "user", "\(text); the group \(group) may", "sudo usermod -aG \(group) \(account.name)", account.restart)
    }

    private static func groups(of devices: [NeededFile]) -> [String] {
        var names: [String] = []
        for device in devices where !names.contains(device.groupName) { names.append(device.groupName) }
        return names
    }

    /// The paths of the devices, for example "/dev/gpiochip0, /dev/input/event0, /dev/input/event1 and 5 more".
    private static func words(_ devices: [NeededFile]) -> String {
        let shown = devices.prefix(3).map(\.path).joined(separator: ", ")
        return devices.count > 3 ? "\(shown) and \(devices.count - 3) more" : shown
    }
}
