import LinuxSystem

/// The secret tokens of the links: one token allows its user to turn the controls, the other only to look.
///
/// The tokens are stored in a file that only its owner may read. The file is written in place, so that it keeps its
/// owner: root may make new tokens for a service that runs as another user.
package struct Tokens: Equatable {
    package private(set) var control: String
    package private(set) var look: String

    private static let digits = 32
    private static let permissions: UInt32 = 0o600

    package init() { (control, look) = (Tokens.make(), Tokens.make()) }

    /// Makes a token of 128 random bits from the kernel.
    private static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let text = String(generator.next(), radix: 16)
            return String(repeating: "0", count: digits / 2 - text.count) + text
        }.joined()
    }

    package func token(_ rights: WebRights) -> String {
        switch rights {
        case .control: control
        case .look: look
        }
    }

    /// The rights of a visitor that has sent these bytes; `nil` for none. The time of the comparison depends only on
    /// the number of bytes, so that it reveals nothing about the tokens.
    package func rights(of bytes: [UInt8]) -> WebRights? {
        let (mayControl, mayLook) = (Tokens.isEqual(bytes, control), Tokens.isEqual(bytes, look))
        return mayControl ? .control : mayLook ? .look : nil
    }

    private static func isEqual(_ bytes: [UInt8], _ token: String) -> Bool {
        guard bytes.count == token.utf8.count else { return false }
        var difference: UInt8 = 0
        for (given, wanted) in zip(bytes, token.utf8) { difference |= given ^ wanted }
        return difference == 0
    }

    // MARK: The file.

    private init?(_ text: String) {
        var found: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, words[1].utf8.count == Tokens.digits,
                words[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
            else { return nil }
            found[String(words[0])] = String(words[1])
        }
        guard let control = found["control"], let look = found["look"], control != look else { return nil }
        (self.control, self.look) = (control, look)
    }

    package static func read(_ path: String) throws(SystemError) -> Tokens {
        let bytes = try RegularFile.read(path, limit: 4096)
        let status: FileStatus
        do throws(Errno) {
            status = try FileStatus(path: path)
        } catch {
            throw SystemError("read", path, error)
        }
        guard status.permissions & 0o077 == 0 else {
            let remedy = "others may read it, so its tokens are not secret: run chmod 600 on it, and --new-token"
            throw SystemError("read", path, .notPermitted, explanation: remedy)
        }
        guard let tokens = Tokens(String(decoding: bytes, as: UTF8.self)) else {
            throw SystemError("read", path, .invalidArgument, explanation: "it has no tokens: --new-token makes them")
        }
        return tokens
    }

    /// Returns the tokens of the file, which is created with new tokens if it does not exist.
    package static func readOrMake(_ path: String) throws(SystemError) -> Tokens {
        do throws(SystemError) {
            return try read(path)
        } catch {
            guard error.errno == .noSuchFile else { throw error }
            let made = Tokens()
            try made.write(path)
            return made
        }
    }

    package func write(_ path: String) throws(SystemError) {
        do throws(Errno) {
            let mode: Descriptor.OpenMode = [.write, .create, .truncate, .noFollow]
            let file = try Descriptor.open(path, mode, permissions: Tokens.permissions)
            try file.writeAll(Array("control \(control)\nlook \(look)\n".utf8))
            try file.close()
        } catch {
            throw SystemError("write", path, error)
        }
    }
}

/// The place of the file with the tokens.
package enum TokenPlace {
    private static let service = "/var/lib/wheel-web"

    /// The path of the file; `nil` if the environment names no folder.
    package static func path(_ settings: WebSettings) -> String? {
        if let path = settings.tokens { return path }
        return folder.map { $0 + "/tokens" }
    }

    /// The folder of the tokens: the folder of the service if this program is the service or root runs it, else a
    /// folder of the user.
    private static var folder: String? {
        if let folder = Environment.value(of: "STATE_DIRECTORY"), !folder.isEmpty { return folder }
        if UserDatabase.ownUserNumber == 0 { return service }
        if let folder = Environment.value(of: "XDG_STATE_HOME"), !folder.isEmpty { return folder + "/wheel-web" }
        return Environment.value(of: "HOME").flatMap { $0.isEmpty ? nil : $0 + "/.local/state/wheel-web" }
    }

    /// Creates the folder of the file, and ignores errors.
    package static func makeFolder(of path: String) {
        let folder = FilePath.folder(of: path)
        let parts = folder.split(separator: "/")
        for count in 0..<parts.count {
            let parent = (folder.hasPrefix("/") ? "/" : "") + parts[...count].joined(separator: "/")
            try? Directory.create(parent, permissions: 0o700)
        }
    }
}
