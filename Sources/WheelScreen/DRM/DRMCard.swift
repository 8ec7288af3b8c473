internal import CDRM
import LinuxSystem
import WheelCore

/// A graphics card that this program has opened as its DRM master, or a lease from the master. Only a master or a lease
/// can change the pictures on the card's screens.
final class DRMCard: Sendable {
    static let folder = "/dev/dri"

    let path: String
    let descriptor: Descriptor
    /// The master of a lease. The master stays open as long as one of its leases is open.
    private let master: DRMCard?

    var number: Int32 { descriptor.number }

    init(path: String) throws(ScreenProblem) {
        self.path = path
        master = nil
        do throws(Errno) {
            descriptor = try Descriptor.open(path, [.readWrite, .nonBlocking])
        } catch .noSuchFile {
            throw .absent("\(path): there is no such device")
        } catch {
            throw .failed(SystemError("open", path, error))
        }
        guard drmIsKMS(number) != 0, capability(UInt64(DRM_CAP_DUMB_BUFFER)) != 0 else {
            throw .absent("\(path): no screen can be plugged in there")
        }
    }

    private init(lease descriptor: consuming Descriptor, of master: DRMCard) {
        path = master.path
        self.descriptor = descriptor
        self.master = master
    }

    /// Throws if this program is not the master. The first program that opens a card becomes its master. A descriptor
    /// that was opened later never becomes master by itself, even when the first program has closed the card: the card
    /// must then be opened again.
    func checkMaster() throws(ScreenProblem) {
        guard drmIsMaster(number) != 0 else { throw .taken("\(path): another program uses the screen") }
    }

    /// The device file of the card; `path` may be a link to it.
    var device: String {
        guard let name = drmGetDeviceNameFromFd2(number) else { return path }
        // libdrm allocates the name on C's heap, and the caller must free it.
        defer { drmFree(name) }
        return String(cString: name)
    }

    /// A lease of a connector and a CRTC, with its own descriptor and events. `nil` if the driver does not support
    /// leases.
    func lease(_ objects: [UInt32]) throws(ScreenProblem) -> DRMCard? {
        var lessee: UInt32 = 0
        let number = drmModeCreateLease(self.number, objects, Int32(objects.count), C_DRM_LEASE_FLAGS, &lessee)
        if number >= 0 { return DRMCard(lease: Descriptor(owning: number), of: self) }
        if number == -Errno.busy.rawValue { throw .taken("\(path): another display uses its screen") }
        return nil
    }

    static func paths() -> [String] {
        let names = (try? Directory.names(in: folder)) ?? []
        return names.filter { $0.hasPrefix("card") }.map { "\(folder)/\($0)" }
    }

    /// The path of the card with this connector. The names of connectors are unique among all cards.
    static func path(ofConnector name: String) throws(ScreenProblem) -> String {
        // An entry is "card1-HDMI-A-1"; the folder also contains the cards themselves and other entries.
        let known = ((try? Directory.names(in: "/sys/class/drm")) ?? []).compactMap { entry -> [String]? in
            let parts = entry.split(separator: "-", maxSplits: 1).map(String.init)
            return parts.count == 2 && parts[0].hasPrefix("card") ? parts : nil
        }
        if let found = known.first(where: { $0[1] == name }) { return "\(folder)/\(found[0])" }
        let names = known.map { $0[1] }.filter { !$0.hasPrefix("Writeback") }.sorted().joined(separator: ", ")
        throw .absent("no graphics card has a connector \(name)\(names.isEmpty ? "" : " (there are: \(names))")")
    }

    /// The value of a capability: drmGetCap(3). 0 if the driver does not know the capability.
    func capability(_ name: UInt64) -> UInt64 {
        var value: UInt64 = 0
        return drmGetCap(number, name, &value) == 0 ? value : 0
    }

    /// The driver's name: drmGetVersion(3).
    var driver: String {
        guard let version = drmGetVersion(number) else { return "" }
        defer { drmFreeVersion(version) }
        return version.pointee.name.map { String(cString: $0) } ?? ""
    }

    /// The card's names in the device tree, such as "solomon,ssd1306".
    private var compatible: [String] {
        let name = device.split(separator: "/").last ?? ""
        let text = NamedFile.text("/sys/class/drm/\(name)/device/of_node/compatible") ?? ""
        return text.split(separator: "\0").map(String.init)
    }

    /// Whether a display on this card has two colours: its screen has one bit per pixel, although the driver accepts
    /// colours.
    func hasTwoColours(for display: DisplaySettings) -> Bool {
        DRMCard.hasTwoColours(driver: driver, compatible: compatible, isThemeGiven: display.isThemeGiven)
    }

    static func hasTwoColours(driver: String, compatible: [String], isThemeGiven: Bool) -> Bool {
        // The driver's name allows only a guess, so a theme that the user has set decides instead.
        guard !isThemeGiven else { return false }
        return switch driver {
        case "sharp_memory_display", "repaper": true
        // This driver also supports panels with 16 greys (SSD1322, SSD1325, SSD1327) and with colours (SSD1331).
        case "ssd130x":
            !compatible.contains { $0.hasPrefix("solomon,ssd132") || $0.hasPrefix("solomon,ssd133") }
        default: false
        }
    }

    /// The maximum duration of a page flip. A panel of electronic paper is busy for some seconds.
    static func patience(driver: String) -> Interval {
        switch driver {
        case "repaper": .seconds(15)
        default: .seconds(3)
        }
    }

    /// Calls a libdrm function, and throws if the result is negative.
    @discardableResult
    func check(_ operation: String, _ call: (Int32) -> Int32) throws(ScreenProblem) -> Int32 {
        let result = call(number)
        guard result < 0 else { return result }
        // Some of libdrm's functions return -1, others the negative error number, but all of them set errno.
        throw problem(operation)
    }

    /// The problem that errno reports.
    func problem(_ operation: String) -> ScreenProblem {
        let error = Errno.last
        // Another program became master, for example after a switch of consoles.
        if error == .accessDenied { return .taken("\(path): another program has taken the screen") }
        return .failed(SystemError(operation, path, error))
    }
}
