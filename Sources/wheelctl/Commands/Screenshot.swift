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
            try NamedFile.write(screenshot.png, to: file)
        } catch {
            throw Failure(.refused, file, "cannot be written: \(error)")
        }
    }
}
