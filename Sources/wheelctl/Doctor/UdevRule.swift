import LinuxSystem

/// A line of `70-wheeld.rules` that gives devices to a group.
struct UdevRule: Equatable {
    static let file = "70-wheeld.rules"
    /// Where udev looks, the first that has the file counts.
    static let folders = [
        "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d",
        "/lib/udev/rules.d",
    ]

    var subsystem: String
    /// What the device's name begins with.
    var prefix: String
    var group: String

    /// `nil` for a line that gives nothing to a group, as a comment does.
    init?(_ line: some StringProtocol) {
        var values: [String: String] = [:]
        for part in line.split(separator: ",") {
            // SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio"
            let words = part.split(separator: "\"", omittingEmptySubsequences: false)
            guard words.count == 3 else { continue }
            values[String(words[0].filter { $0 != " " && $0 != "=" })] = String(words[1])
        }
        guard let subsystem = values["SUBSYSTEM"], let kernel = values["KERNEL"], let group = values["GROUP"],
            kernel.last == "*"
        else { return nil }
        (self.subsystem, self.group) = (subsystem, group)
        prefix = String(kernel.dropLast())
    }

    static func rules(_ text: String) -> [UdevRule] { text.split(separator: "\n").compactMap { UdevRule($0) } }

    /// The installed ones; `nil` if they are not.
    static func installed() -> [UdevRule]? {
        for folder in folders {
            if let text = TextFile.read("\(folder)/\(file)") { return rules(text) }
        }
        return nil
    }

    func isAbout(_ device: NeededFile) -> Bool { FilePath.name(of: device.path).hasPrefix(prefix) }
}
