import WheelProtocol

extension Command {
    static let screenshot = Command(
        name: "screenshot", summary: "writes the daemon's current picture to a PNG file",
        options: [.picture],
        forms: ["-o FILE.png"]
    ) { invocation throws(Failure) in
        let file = try invocation.pictureFile()
        guard case .screenshot(let screenshot) = try invocation.ask(.screenshot) else { return }
        try Invocation.write(screenshot.png, to: file)
    }
}
