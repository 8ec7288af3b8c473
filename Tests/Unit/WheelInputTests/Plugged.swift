internal import DeviceSupport
internal import WheelInput

/// A device that is there for whoever looks: where udev runs it is done with it.
func plugged(_ description: InputDescription) throws -> UinputDevice {
    let device = try UinputDevice(description)
    _ = Patience.until { NodeList.nodes.contains { $0.path == device.path } }
    return device
}
