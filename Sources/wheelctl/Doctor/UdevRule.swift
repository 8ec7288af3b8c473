import LinuxSystem

/// A line of `70-wheeld.rules` that assigns devices to a group.
struct UdevRule: Equatable {
    static let file = "70-wheeld.rules"
    /// udev's folders. udev uses the file in the first folder that has it.
    static let folders = [
        "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d",
        "/lib/udev/rules.d",
    ]

    var subsystem: String
    var prefix: String
    var group: String

    /// Reads a line of the file; `nil` for a line that assigns no group, such as a comment.
    init?(_ line: some StringProtocol) {
        var values: [String: String] = [:]
        for part in line.split(separator: ",") {
            // For example: SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio"
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

    /// The rules of the file that udev uses; `nil` if the file is not installed.
    static func installed() -> [UdevRule]? {
        for folder in folders {
            if let text = NamedFile.text("\(folder)/\(file)") { return rules(text) }
        }
        return nil
    }

    func applies(to device: NeededFile) -> Bool { FilePath.name(of: device.path).hasPrefix(prefix) }
}
