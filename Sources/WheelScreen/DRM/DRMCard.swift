internal import CDRM
import LinuxSystem

/// A graphics card with this program as its DRM master. Only the master can change the picture on its screens.
final class DRMCard {
    static let folder = "/dev/dri"

    let path: String
    let descriptor: Descriptor

    var number: Int32 { descriptor.number }

    init(path: String) throws(ScreenProblem) {
        self.path = path
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
        // The first program that opens the card becomes its master. A descriptor that was opened later never becomes
        // master, so this one is closed, and the card is opened again later.
        guard drmIsMaster(number) != 0 else { throw .taken("\(path): another program has the screen") }
    }

    static func paths() -> [String] {
        let names = (try? Directory.names(in: folder)) ?? []
        return names.filter { $0.hasPrefix("card") }.map { "\(folder)/\($0)" }
    }

    /// The result of `open` for the first card for which it succeeds.
    static func first<Screen>(_ open: (String) throws(ScreenProblem) -> Screen) throws(ScreenProblem) -> Screen {
        try Screens.first(of: paths(), .absent("\(folder): there is no graphics card"), open)
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

    /// Whether a pixel of the screen has one bit, although its driver takes colours.
    var hasTwoColours: Bool { ["ssd130x", "sharp_memory_display", "repaper"].contains(driver) }

    /// Calls a libdrm function, and throws if the result is negative.
    @discardableResult
    func check(_ operation: String, _ call: (Int32) -> Int32) throws(ScreenProblem) -> Int32 {
        let result = call(number)
        guard result < 0 else { return result }
        // Half of libdrm's functions return -1, half the negative error. All of them set errno.
        throw problem(operation)
    }

    /// The problem that errno stands for.
    func problem(_ operation: String) -> ScreenProblem {
        let error = Errno.last
        // Another program became master, for example after a switch of consoles.
        if error == .accessDenied { return .taken("\(path): another program has taken the screen") }
        return .failed(SystemError(operation, path, error))
    }
}
