import LinuxSystem
import WheelBridge
import WheelConfiguration

package enum WebProgram: BridgeProgram {
    package static let name = "wheel-web"
    package static let options = ["--listen", "--name", "--tokens"]
    package static let flags = ["--link", "--look", "--new-token"]

    package static func settings(_ options: BridgeOptions) throws(BridgeFile.Refusal) -> WebSettings {
        let listener = try listener(options)
        if options.flags.contains("--look"), !options.flags.contains("--link") {
            throw BridgeFile.Refusal(usage: "\(name): --look belongs to --link")
        }
        var settings =
            try BridgeFile.read(options.configuration, table: "web") { WebTable.read($0, mistakes: $1) }
            ?? WebSettings()
        if let listener { settings.listen = listener }
        // The names are reversed, so that the last `--name` is the first name, which the link uses.
        settings.names = (options.all["--name"] ?? []).reversed() + settings.names
        settings.tokens = options.own["--tokens"]
        return settings
    }

    package static func errand(_ settings: WebSettings, _ options: BridgeOptions) -> BridgeExit? {
        guard !options.flags.isEmpty else { return nil }
        do throws(SystemError) {
            guard let path = TokenPlace.path(settings) else {
                StandardError.say("\(name): there is no $HOME, so --tokens FILE must say where the tokens are")
                return .couldNotGoOn
            }
            if options.flags.contains("--new-token") {
                TokenPlace.makeFolder(of: path)
                try Tokens().write(path)
                StandardError.say("\(name): there are new tokens; all sessions have ended")
            }
            if options.flags.contains("--link") {
                return try WebLink.show(settings, path, options.flags.contains("--look") ? .look : .control)
            }
            return .asAsked
        } catch {
            StandardError.say("\(name): \(error)")
            return .couldNotGoOn
        }
    }

    package static func runner(
        _ settings: WebSettings, _ options: BridgeOptions, _ loop: EventLoop
    ) throws(SystemError) -> any LoopRunner { try WebServer(settings, socket: options.socket, loop) }

    package static let help = """
        wheel-web shows the panel of wheeld in browsers, on phones and computers.

        usage: wheel-web [--listen [ADDRESS:]PORT] [--name NAME]... [--tokens FILE] [--config FILE]
                         [--socket PATH] [--log-level error|warning|info|debug]
               wheel-web [--link [--look]] [--new-token]
               wheel-web --check-config [FILE]
               wheel-web --version | --help

          --listen [ADDRESS:]PORT
                                 where browsers find it (127.0.0.1:8420: this machine alone; 0.0.0.0:8420 for
                                 all machines)
          --name NAME            another name of this machine in the addresses of browsers; may be given several
                                 times
          --tokens FILE          where the secrets of the links are, instead of the usual place
          --link                 prints the link with its secret, and its QR code, to this terminal
          --look                 with --link: the link for people who may only look
          --new-token            makes new secrets, which ends all sessions
        \(BridgeOptions.help)

        Without a configuration it serves browsers of this machine, at port 8420.

        Exit status: 0 ended on request, 1 failed, 2 wrong usage, 78 the configuration is wrong.
        """
}
