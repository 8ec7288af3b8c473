internal import DeviceSupport
internal import WheelInput

/// A new device that programs can already find. If udev runs, it has set the device up.
func plugged(_ description: InputDescription) throws -> UinputDevice {
    let device = try UinputDevice(description)
    _ = Patience.until { NodeList.nodes.contains { $0.path == device.path } }
    return device
}
