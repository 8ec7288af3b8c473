extension DeviceSurvey {
    /// One line a device: what it is, where, what it has, and who uses it or why nobody does.
    public var table: String {
        guard !devices.isEmpty else { return "no input devices and no GPIO chips\n" }
        var rows = [["TYPE", "NAME", "PATH", "HAS", "USED BY"]]
        for device in devices {
            let user = device.inputs.joined(separator: ", ")
            let reason = device.reason.map { user.isEmpty ? "– (\($0))" : " (\($0))" } ?? ""
            rows.append([device.type, device.name, device.path, Self.shortened(device.axes), user + reason])
        }
        let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return (cells + [row[4]]).joined(separator: "  ") + "\n"
        }.joined()
    }

    private static func shortened(_ axes: [String]) -> String {
        let most = 6
        guard axes.count > most else { return axes.joined(separator: " ") }
        return axes.prefix(most).joined(separator: " ") + " and \(axes.count - most) more"
    }
}
