internal import CUdev

/// libudev: reads the descriptions of devices from /sys and, if udev runs, from its database.
final class Udev {
    let pointer: OpaquePointer

    init?() {
        guard let pointer = udev_new() else { return nil }
        self.pointer = pointer
    }

    deinit { udev_unref(pointer) }

    /// The event device of this name ("event5"). `nil` if the device was removed, or if udev has not set it up yet.
    func node(named name: String, waitingForUdev: Bool) -> InputNode? {
        guard let device = udev_device_new_from_subsystem_sysname(pointer, "input", name) else { return nil }
        defer { udev_device_unref(device) }
        guard !waitingForUdev || udev_device_get_is_initialized(device) > 0,
            let parent = udev_device_get_parent(device), let place = udev_device_get_syspath(device)
        else { return nil }
        func attribute(_ name: String) -> String {
            udev_device_get_sysattr_value(parent, name).map { String(cString: $0) } ?? ""
        }
        return InputNode(
            path: "/dev/input/\(name)", place: String(cString: place), name: attribute("name"),
            phys: attribute("phys"), uniq: attribute("uniq"), vendor: UInt16(attribute("id/vendor"), radix: 16) ?? 0,
            product: UInt16(attribute("id/product"), radix: 16) ?? 0,
            keys: CodeSet(kernelText: attribute("capabilities/key")),
            relative: CodeSet(kernelText: attribute("capabilities/rel")),
            absolute: CodeSet(kernelText: attribute("capabilities/abs")),
            effects: CodeSet(kernelText: attribute("capabilities/ff")),
            traits: CodeSet(kernelText: attribute("properties")), properties: properties(of: device))
    }

    private func properties(of device: OpaquePointer) -> [String: String] {
        var properties: [String: String] = [:]
        var entry = udev_device_get_properties_list_entry(device)
        while let next = entry {
            if let name = udev_list_entry_get_name(next), let value = udev_list_entry_get_value(next) {
                properties[String(cString: name)] = String(cString: value)
            }
            entry = udev_list_entry_get_next(next)
        }
        return properties
    }
}
