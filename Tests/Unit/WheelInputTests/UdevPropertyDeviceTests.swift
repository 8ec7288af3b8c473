internal import CEvdev
internal import DeviceSupport
internal import Glibc
internal import LinuxSystem
import Testing
internal import WheelCore
internal import WheelInput

/// The properties of a device in udev's database. The test writes them, so it runs only without udevd.
@Suite(.enabled(if: Devices.canMakeInputs && UdevDatabase.isOurs), .serialized)
struct UdevPropertyDeviceTests {
    @Test func aDeviceIsMatchedByAPropertyAndTurnedByTheCalibrationMatrix() throws {
        let device = try UinputDevice(.touchscreen)
        let entry = try UdevDatabase(
            of: device.path, ["ID_INPUT_TOUCHSCREEN": "1", "LIBINPUT_CALIBRATION_MATRIX": "0 -1 1 1 0 0"])
        let other = try UinputDevice(.touchscreen)
        let instrument = try Instrument(.touch(TouchSettings(match: DeviceMatch(property: "ID_INPUT_TOUCHSCREEN"))))
        #expect(try instrument.next(1) == ["attached"])
        #expect(instrument.hub?.state(of: 0).detail == "Touchscreen B (\(device.path))")
        instrument.hub?.setTouchArea(of: 0, to: Size(width: 480, height: 800))
        try device.emit(
            .absolute(ABS_MT_SLOT, 0), .absolute(ABS_MT_TRACKING_ID, 1), .absolute(ABS_MT_POSITION_X, 200),
            .absolute(ABS_MT_POSITION_Y, 120))
        #expect(try instrument.next(1) == ["touched (360,200)"])
        withExtendedLifetime((entry, other)) {}
    }

    /// In another network namespace udev's messages do not arrive, so the hub looks at udev's files.
    @Test func withoutUdevsMessagesADeviceIsFoundOnceUdevHasSetItUp() throws {
        let control = try UdevControl()
        let instrument = try Instrument(.evdev(EvdevSettings()))
        #expect(try instrument.next(1) == ["waiting"])
        let device = try UinputDevice(.powerMate)
        try instrument.run(milliseconds: 100)
        #expect(instrument.lines.isEmpty)
        let entry = try UdevDatabase(of: device.path, [:])
        #expect(try instrument.run { instrument.lines == ["attached"] })
        device.unplug()
        #expect(try instrument.run { instrument.lines == ["attached", "lost", "waiting"] })
        withExtendedLifetime((control, entry)) {}
    }

    /// The matrix of the configuration replaces udev's matrix.
    @Test func theConfigurationsMatrixComesFirst() throws {
        let device = try UinputDevice(.touchscreen)
        let entry = try UdevDatabase(of: device.path, ["LIBINPUT_CALIBRATION_MATRIX": "0 -1 1 1 0 0"])
        let instrument = try Instrument(.touch(TouchSettings(matrix: [1, 0, 0, 0, 1, 0])))
        #expect(try instrument.next(1) == ["attached"])
        try device.emit(
            .absolute(ABS_MT_SLOT, 0), .absolute(ABS_MT_TRACKING_ID, 1), .absolute(ABS_MT_POSITION_X, 200),
            .absolute(ABS_MT_POSITION_Y, 120))
        #expect(try instrument.next(1) == ["touched (200,120)"])
        withExtendedLifetime(entry) {}
    }
}

/// The file that shows that udev runs. It is removed with this object.
private final class UdevControl {
    private let path = "/run/udev/control"

    init() throws {
        mkdir("/run/udev", 0o755)
        _ = try Descriptor.open(path, [.write, .create])
    }

    deinit { unlink(path) }
}

/// The entry of a device in udev's database. It is removed with this object.
private final class UdevDatabase {
    static let folder = "/run/udev/data"
    /// In the kernel bench /run is private to the bench, and udevd runs only on request.
    static var isOurs: Bool {
        Environment.value(of: "WHEELD_KERNEL_BENCH") == "1" && access("/run/udev/control", F_OK) != 0
    }

    private let path: String

    init(of device: String, _ properties: [String: String]) throws {
        let status = try FileStatus(path: device)
        for folder in ["/run/udev", Self.folder] { mkdir(folder, 0o755) }
        path = "\(Self.folder)/c\(status.deviceMajor):\(status.deviceMinor)"
        let lines = properties.map { "E:\($0)=\($1)\n" }.sorted().joined()
        let file = try Descriptor.open(path, [.write, .create, .truncate])
        try file.writeAll(Array("I:1\n\(lines)".utf8))
    }

    deinit { unlink(path) }
}
