import LinuxSystem
import WheelProtocol

extension Command {
    static let screenshot = Command(
        name: "screenshot", summary: "writes what the daemon's display shows now into a PNG file",
        options: [
            Option(name: "-o", value: Parameter(name: "FILE.png", kind: .file), summary: "where the picture goes")
        ],
        forms: ["-o FILE.png"]
    ) { invocation throws(Failure) in
        guard let file = invocation.arguments.value("-o") else {
            throw .usage(invocation.command, "the picture needs a file, -o FILE.png")
        }
        guard case .screenshot(let screenshot) = try invocation.ask(.screenshot) else { return }
        do throws(Errno) {
            try write(screenshot.png, to: file)
        } catch {
            throw Failure(.refused, file, "cannot be written: \(error)")
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(Errno) {
        let calls = KernelFileCalls()
        let file = try Descriptor.open(path, [.write, .create, .truncate])
        var rest = bytes[...]
        while !rest.isEmpty { rest = rest.dropFirst(try calls.write(rest, to: file)) }
        try file.close()
    }
}
