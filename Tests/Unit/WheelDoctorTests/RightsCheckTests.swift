internal import LinuxSystem
import Testing

@testable import wheelctl

@Suite struct RightsCheckTests {
    private static let rules = UdevRule.rules(
        """
        # A comment.
        SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"
        SUBSYSTEM=="input", KERNEL=="event*", GROUP="input", MODE="0660", TAG+="systemd"
        """)

    private static func chip(_ group: UInt32, _ name: String, _ permissions: UInt32 = 0o660) -> NeededFile {
        NeededFile(path: "/dev/gpiochip0", kind: .gpio, group: group, groupName: name, permissions: permissions)
    }

    private static func knob(_ permissions: UInt32 = 0o660) -> NeededFile {
        NeededFile(
            path: "/dev/input/event3", kind: .input, group: 104, groupName: "input", permissions: permissions)
    }

    private static func account(
        _ groups: Set<UInt32>, next: Set<UInt32>? = nil, isService: Bool = true, number: UInt32 = 990
    ) -> Account {
        Account(name: "pi", number: number, groups: groups, nextGroups: next ?? groups, isService: isService)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var account: Account
        var devices: [NeededFile]
        var rules: [UdevRule]?
        var says: [Finding]
        var testDescription: String { says.map(\.text).joined(separator: "; ") }
    }

    private static let apply = "sudo udevadm control --reload && sudo udevadm trigger"
    private static let restart = "sudo systemctl restart wheeld"

    @Test(arguments: [
        Row(account: account([997, 104]), devices: [], says: []),
        Row(
            account: account([997, 104]), devices: [chip(997, "gpio"), knob()],
            says: [.ok("user", "pi may open /dev/gpiochip0, /dev/input/event3")]),
        Row(
            account: account([], number: 0), devices: [chip(0, "root", 0o600)],
            says: [.ok("user", "pi may open /dev/gpiochip0")]),
        Row(
            account: account([104]), devices: [chip(997, "gpio"), knob()], rules: rules,
            says: [
                .wrong(
                    "user", "pi may not open /dev/gpiochip0; the group gpio may", "sudo usermod -aG gpio pi",
                    restart)
            ]),
        // Devices of two groups give a finding for each group.
        Row(
            account: account([]), devices: [chip(997, "gpio"), knob()], rules: rules,
            says: [
                .wrong(
                    "user", "pi may not open /dev/gpiochip0; the group gpio may", "sudo usermod -aG gpio pi",
                    restart),
                .wrong(
                    "user", "pi may not open /dev/input/event3; the group input may", "sudo usermod -aG input pi",
                    restart),
            ]),
        // The account joined the group after its login.
        Row(
            account: account([], next: [997], isService: false), devices: [chip(997, "gpio")], rules: rules,
            says: [
                .wrong(
                    "user",
                    "pi may not open /dev/gpiochip0; the group gpio may, and pi is in it, but only from the next login on",
                    "log out and in again, or restart the machine")
            ]),
        // Only root has access: the rules are not installed, not applied, or overridden.
        Row(
            account: account([997]), devices: [chip(0, "root", 0o600)],
            says: [
                .wrong(
                    "user", "pi may not open /dev/gpiochip0: only root may",
                    "sudo cp udev/70-wheeld.rules /etc/udev/rules.d/", apply)
            ]),
        Row(
            account: account([997]), devices: [chip(0, "root", 0o600)], rules: rules,
            says: [.wrong("udev", "70-wheeld.rules is installed, but not yet applied to /dev/gpiochip0", apply)]),
        Row(
            account: account([997]), devices: [chip(997, "gpio", 0o600)], rules: rules,
            says: [
                .wrong(
                    "user", "pi may not open /dev/gpiochip0: only root may",
                    "another rule overrides 70-wheeld.rules: ls /etc/udev/rules.d")
            ]),
        // Requesting lines needs the right to write. A knob is only read.
        Row(
            account: account([997]), devices: [chip(997, "gpio", 0o640)], rules: rules,
            says: [
                .wrong(
                    "user", "pi may not open /dev/gpiochip0: only root may",
                    "another rule overrides 70-wheeld.rules: ls /etc/udev/rules.d")
            ]),
        Row(account: account([104]), devices: [knob(0o640)], says: [.ok("user", "pi may open /dev/input/event3")]),
    ])
    func missingRightsHaveARemedy(_ row: Row) {
        #expect(RightsCheck.findings(row.account, row.devices, rules: row.rules) == row.says)
    }

    @Test func theKernelDecidesForTheCaller() {
        var device = Self.chip(997, "gpio")
        let caller = Self.account([], isService: false)
        #expect(RightsCheck.findings(caller, [device], rules: nil).map(\.verdict) == [.wrong])
        // An access control list may allow what the mode does not show.
        device.isOpenToCaller = true
        #expect(RightsCheck.findings(caller, [device], rules: nil).map(\.verdict) == [.ok])
    }

    @Test func theServiceMustReadTheConfigurationToo() {
        var file = NeededFile(path: "/etc/wheeld/wheeld.toml", kind: .configuration, permissions: 0o644)
        #expect(ConfigurationCheck.finding(file, Self.account([])) == nil)
        file.permissions = 0o600
        #expect(
            ConfigurationCheck.finding(file, Self.account([]))
                == .wrong(
                    "configuration", "wheeld runs as the user pi, who may not read /etc/wheeld/wheeld.toml",
                    "sudo chmod a+r /etc/wheeld/wheeld.toml"))
        #expect(ConfigurationCheck.finding(file, Self.account([], number: 0)) == nil)
    }

    @Test func theProjectsOwnRulesAreParsed() throws {
        let text = try #require(NamedFile.text(Repository.path + "/udev/70-wheeld.rules"))
        #expect(
            UdevRule.rules(text).map { "\($0.subsystem) \($0.prefix) \($0.group)" } == [
                "gpio gpiochip gpio", "input event input", "graphics fb video", "drm card video",
            ])
    }
}
