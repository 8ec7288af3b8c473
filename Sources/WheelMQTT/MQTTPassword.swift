import LinuxSystem
import WheelBridge

/// The password for the broker. The password is read again for each connection, so that a change of the password needs
/// no restart.
enum MQTTPassword {
    /// The name of the service manager's credential.
    static let credential = "wheel-mqtt.password"
    private static let longest = 4096

    /// The password of the configured file, else the password that the service manager has passed; `nil` if there is no
    /// user, or neither password.
    static func read(_ settings: MQTTSettings) throws(SystemError) -> String? {
        guard settings.user != nil else { return nil }
        if let file = settings.passwordFile { return try read(file) }
        guard let folder = Environment.value(of: "CREDENTIALS_DIRECTORY") else { return nil }
        let file = "\(folder)/\(credential)"
        return (try? FileStatus(path: file)) == nil ? nil : try read(file)
    }

    private static func read(_ file: String) throws(SystemError) -> String {
        var bytes = try RegularFile.read(file, limit: longest)
        // Editors end a file with a line break, which does not belong to the password.
        while bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
