internal import CDRM
import LinuxSystem

/// A graphics card that this program is master of: the only one that may change what its screens show.
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
        // The first who opens the card is its master. Who was not never becomes it by waiting, so it is closed then and
        // opened anew later.
        guard drmIsMaster(number) != 0 else { throw .taken("\(path): another program has the screen") }
    }

    /// The cards that there are.
    static func paths() -> [String] {
        let names = (try? Directory.names(in: folder)) ?? []
        return names.filter { $0.hasPrefix("card") }.map { "\(folder)/\($0)" }
    }

    /// drmGetCap(3); 0 for what the driver does not know.
    func capability(_ name: UInt64) -> UInt64 {
        var value: UInt64 = 0
        return drmGetCap(number, name, &value) == 0 ? value : 0
    }

    /// Makes a call into libdrm that is below zero, or not zero, when it failed.
    @discardableResult
    func check(_ operation: String, _ call: (Int32) -> Int32) throws(ScreenProblem) -> Int32 {
        let result = call(number)
        guard result < 0 else { return result }
        // Half of libdrm's functions return -1 and half the negative error; all of them leave it in errno.
        throw problem(operation)
    }

    /// What the failure that has just happened means.
    func problem(_ operation: String) -> ScreenProblem {
        let error = Errno.last
        // Somebody else became master, as after a switch of consoles.
        if error == .accessDenied { return .taken("\(path): another program has taken the screen") }
        return .failed(SystemError(operation, path, error))
    }
}
