import LinuxSystem
import WheelBridge

/// Prints the link that opens the panel, as text and as a QR code. The link contains a secret, so it is printed only to
/// a terminal.
enum WebLink {
    static func show(
        _ settings: WebSettings, _ path: String, _ rights: WebRights
    ) throws(SystemError) -> BridgeExit {
        guard Terminal.isTerminal(1) else {
            StandardError.say("\(WebProgram.name): the link has a secret, and is printed to a terminal alone")
            return .couldNotGoOn
        }
        let folder = FilePath.folder(of: path)
        guard settings.tokens != nil || (try? FileStatus(path: folder)) != nil else {
            StandardError.say(
                "\(WebProgram.name): there are no tokens yet, because it has never run: systemctl enable --now wheel-web"
            )
            return .couldNotGoOn
        }
        let tokens = try Tokens.readOrMake(path)
        let link = "http://\(host(settings))/#\(tokens.token(rights))"
        print(link)
        if let code = QRPicture.text(link) { print(code, terminator: "") }
        if settings.listen.address == ListeningPlace.usualAddress {
            print("For this machine alone. For phones: 'listen' in [web], or --listen 0.0.0.0:\(settings.listen.port)")
        }
        return .asAsked
    }

    /// The host and port in the link: a name that the user has chosen, or the address at which the program listens.
    /// Without such a name, a program that listens at all addresses shows one of them and not the machine's name,
    /// because a phone may not be able to resolve local names.
    static func host(_ settings: WebSettings, addresses: [String] = InterfaceAddresses.current) -> String {
        let place = settings.listen
        let isAnywhere = ["0.0.0.0", "::"].contains(place.address)
        let host =
            settings.names.first ?? (isAnywhere ? addresses.first ?? ListeningPlace.usualAddress : place.address)
        return HostPort(host: host, port: place.port).description
    }
}
