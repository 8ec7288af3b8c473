internal import CDRM
import LinuxSystem
import WheelCore

/// A graphics card, open for this program: as its DRM master, or as a lease from it. Only these can change the picture on its
/// screens.
final class DRMCard: Sendable {
    static let folder = "/dev/dri"

    let path: String
    let descriptor: Descriptor
    /// The master of a lease. It stays open as long as its leases.
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

    /// The first program that opens the card becomes its master. A descriptor that was opened later never does: the card has to be
    /// opened again.
    func checkMaster() throws(ScreenProblem) {
        guard drmIsMaster(number) != 0 else { throw .taken("\(path): another program has the screen") }
    }

    /// The device that `path`, which may be a link, leads to.
    var device: String {
        guard let name = drmGetDeviceNameFromFd2(number) else { return path }
        // It is on C's heap.
        defer { drmFree(name) }
        return String(cString: name)
    }

    /// A lease of a connector and a CRTC, with a descriptor and events of its own. `nil` if the driver has none.
    func lease(_ objects: [UInt32]) throws(ScreenProblem) -> DRMCard? {
        var lessee: UInt32 = 0
        let number = drmModeCreateLease(self.number, objects, Int32(objects.count), C_DRM_LEASE_FLAGS, &lessee)
        if number >= 0 { return DRMCard(lease: Descriptor(owning: number), of: self) }
        if number == -Errno.busy.rawValue { throw .taken("\(path): another display has its screen") }
        return nil
    }

    static func paths() -> [String] {
        let names = (try? Directory.names(in: folder)) ?? []
        return names.filter { $0.hasPrefix("card") }.map { "\(folder)/\($0)" }
    }

    /// The card with this connector. The kernel gives each name once for all cards.
    static func path(ofConnector name: String) throws(ScreenProblem) -> String {
        // "card1-HDMI-A-1", beside the cards themselves and others.
        let known = ((try? Directory.names(in: "/sys/class/drm")) ?? []).compactMap { entry -> [String]? in
            let parts = entry.split(separator: "-", maxSplits: 1).map(String.init)
            return parts.count == 2 && parts[0].hasPrefix("card") ? parts : nil
        }
        if let found = known.first(where: { $0[1] == name }) { return "\(folder)/\(found[0])" }
        let names = known.map { $0[1] }.filter { !$0.hasPrefix("Writeback") }.sorted().joined(separator: ", ")
        throw .absent("no graphics card has a connector \(name)\(names.isEmpty ? "" : " (there are: \(names))")")
    }

    /// drmGetCap(3); 0 if the driver does not know the capability.
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

    /// What the device tree says that the card is, as "solomon,ssd1306".
    private var compatible: [String] {
        let name = device.split(separator: "/").last ?? ""
        let text = NamedFile.text("/sys/class/drm/\(name)/device/of_node/compatible") ?? ""
        return text.split(separator: "\0").map(String.init)
    }

    /// Whether a display on this card has two colours: a pixel of the screen has one bit, although its driver takes colours.
    func hasTwoColours(for display: DisplaySettings) -> Bool {
        DRMCard.hasTwoColours(driver: driver, compatible: compatible, isThemeGiven: display.isThemeGiven)
    }

    static func hasTwoColours(driver: String, compatible: [String], isThemeGiven: Bool) -> Bool {
        // The driver's name is a guess. Who gives a theme knows better.
        guard !isThemeGiven else { return false }
        return switch driver {
        case "sharp_memory_display", "repaper": true
        // The same driver has panels of 16 greys (SSD1322, SSD1325, SSD1327) and of colours (SSD1331).
        case "ssd130x":
            !compatible.contains { $0.hasPrefix("solomon,ssd132") || $0.hasPrefix("solomon,ssd133") }
        default: false
        }
    }

    /// How long a page flip may take. A panel of electronic paper takes some seconds.
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
        // Half of libdrm's functions return -1, half the negative error. All of them set errno.
        throw problem(operation)
    }

    /// The problem that errno means.
    func problem(_ operation: String) -> ScreenProblem {
        let error = Errno.last
        // Another program became master, for example after a switch of consoles.
        if error == .accessDenied { return .taken("\(path): another program has taken the screen") }
        return .failed(SystemError(operation, path, error))
    }
}
