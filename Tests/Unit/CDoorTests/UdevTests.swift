internal import CUdev
import Testing

@Suite struct UdevTests {
    @Test func aDeviceOfEveryMachineIsFound() throws {
        let udev = try #require(udev_new())
        defer { udev_unref(udev) }
        let device = try #require(udev_device_new_from_subsystem_sysname(udev, "mem", "null"))
        defer { udev_device_unref(device) }
        let path = try #require(udev_device_get_devnode(device))
        #expect(String(cString: path) == "/dev/null")
    }
}
