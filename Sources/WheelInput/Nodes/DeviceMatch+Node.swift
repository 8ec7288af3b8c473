import LinuxSystem
public import WheelCore

extension DeviceMatch {
    /// Whether a node meets all conditions that are given.
    package func matches(_ node: InputNode) -> Bool { mismatch(with: node) == nil }

    /// The first condition that the node does not meet, in words. `nil` if the node meets all conditions.
    func mismatch(with node: InputNode) -> String? {
        if node.kind == .bridge { return ownDevice }
        if let name, !Glob(name).matches(node.name) { return "its name is not '\(name)'" }
        if let path, !Self.isSame(path, node.path) { return "it is not at \(path)" }
        if let phys, !Glob(phys).matches(node.phys) { return "its phys is not '\(phys)'" }
        // The case is ignored: the kernel writes Bluetooth addresses in lower case, and bluetoothctl in upper case.
        if let uniq, !Glob(uniq.lowercased()).matches(node.uniq.lowercased()) { return "its uniq is not '\(uniq)'" }
        if let vendor, vendor != node.vendor { return "its vendor is not \(hexadecimal(vendor))" }
        if let product, product != node.product { return "its product is not \(hexadecimal(product))" }
        if let property, !Self.holds(property, node.properties) { return "it has no udev property \(property)" }
        return nil
    }

    /// The match as it is written in the configuration: `name = "Griffin*", vendor = 0x077d`.
    public var text: String {
        var parts: [String] = []
        if let name { parts.append("name = \(ForeignText(name).toml)") }
        if let path { parts.append("path = \(ForeignText(path).toml)") }
        if let phys { parts.append("phys = \(ForeignText(phys).toml)") }
        if let uniq { parts.append("uniq = \(ForeignText(uniq).toml)") }
        if let vendor { parts.append("vendor = \(hexadecimal(vendor))") }
        if let product { parts.append("product = \(hexadecimal(product))") }
        if let property { parts.append("property = \(ForeignText(property).toml)") }
        return parts.joined(separator: ", ")
    }

    /// Whether the condition `property` holds for these udev properties: `NAME` holds if the property is neither empty
    /// nor 0, and `NAME=VALUE` holds if the property has that value.
    private static func holds(_ property: String, _ properties: [String: String]) -> Bool {
        guard let sign = property.firstIndex(of: "=") else {
            return properties[property].map { $0 != "0" && $0 != "" } ?? false
        }
        return properties[String(property[..<sign])] == String(property[property.index(after: sign)...])
    }

    /// Whether both paths lead to the same device file.
    private static func isSame(_ path: String, _ node: String) -> Bool {
        if path == node { return true }
        guard let own = try? FileStatus(path: path), let other = try? FileStatus(path: node) else { return false }
        return own.kind == .characterDevice && other.kind == .characterDevice
            && own.deviceMajor == other.deviceMajor && own.deviceMinor == other.deviceMinor
    }
}

/// Why no input may use a device that `wheel-uinput` has made.
let ownDevice = "wheel-uinput made it, and the panel would turn itself"

/// An ID as text with four hexadecimal digits: 0x077d.
func hexadecimal(_ id: UInt16) -> String {
    let digits = String(id, radix: 16)
    return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
}
