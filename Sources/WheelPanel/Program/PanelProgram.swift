import LinuxSystem
import WheelClient
import WheelCore

/// The program `wheelctl panel`: it connects to a daemon, or starts one, and then runs the panel.
///
/// The panel uses the terminal only after a daemon has answered, so that the message of a daemon that cannot start
/// stays readable. A daemon that the panel has started ends with the panel, and the panel ends with that daemon. While
/// any other daemon restarts, the panel waits.
package final class PanelProgram: EventHandler {
    private let loop: EventLoop
    private let signals: SignalDescriptor
    private let client: ViewClient
    private let daemon: DaemonProcess?
    private var panel: Panel?
    private var isEnding = false

    /// Runs the panel. Returns the exit status of a daemon that the panel has started, else 0.
    package static func run(_ options: PanelOptions) throws(PanelFailure) -> Int32 {
        do throws(Errno) {
            _ = try TerminalInput()
        } catch {
            throw .noTerminal("there is no terminal here (\(error.name)); over SSH, ssh -t gives one")
        }
        let program = try PanelProgram(options)
        return try program.run(options)
    }

    private init(_ options: PanelOptions) throws(PanelFailure) {
        do throws(Errno) {
            // Signals are handled before the terminal is changed: a signal that ends the program must not leave the
            // terminal changed.
            signals = try SignalDescriptor([
                .terminate, .interrupt, .hangup, .windowChange, .terminalStop, .childEnded,
            ])
            loop = try EventLoop(eventsPerIteration: 16)
        } catch {
            throw .failed("\(error)")
        }
        client = ViewClient(socket: options.socket, loop: loop)
        if let words = options.daemon {
            let path = SocketPlace.path(options.socket)
            // If a daemon answers here, the panel's own daemon could not start, and the panel would show the instrument
            // of the daemon that answers.
            if (try? UnixConnection.connect(to: path)) != nil {
                throw .failed("a daemon answers at \(path) already: wheelctl panel shows it")
            }
            daemon = try DaemonProcess(words, loop: loop)
        } else {
            daemon = nil
        }
    }

    private func run(_ options: PanelOptions) throws(PanelFailure) -> Int32 {
        defer { daemon?.printKept() }
        do throws(PanelFailure) {
            do throws(Errno) {
                _ = try loop.register(signals.descriptor, for: .readable, self)
            } catch {
                throw .failed("\(error)")
            }
            if try awaitDaemon() {
                let panel = try Panel(options, client, loop: loop)
                self.panel = panel
                defer { panel.close() }
                try panel.run()
            }
        } catch {
            _ = daemon?.end()
            throw error
        }
        return daemon?.end() ?? 0
    }

    /// Waits until a daemon answers. Returns `false` if a signal has ended the program, or if the daemon that the
    /// program started has ended.
    private func awaitDaemon() throws(PanelFailure) -> Bool {
        var loss: ClientError?
        while !client.isConnected {
            if isEnding || daemon?.status != nil { return false }
            _ = client.listen { if case .lost(let error) = $0 { loss = error } }
            if client.isConnected { break }
            if daemon == nil, let loss { throw .noDaemon(loss) }
            do throws(Errno) {
                try loop.iterate(wakeAt: client.deadline)
            } catch {
                throw .failed("the daemon cannot be waited for: \(error)")
            }
        }
        return true
    }

    package func handle(_ readiness: Readiness, of registration: Registration) {
        while let signal = try? signals.next() {
            switch signal {
            case .windowChange: panel?.checkSize()
            case .terminalStop: if let panel { panel.stop() } else { Signal.stopProcess() }
            case .childEnded: if daemon?.status != nil { end() }
            // A person sends SIGHUP to reload the daemon that this program has started. If the terminal was closed,
            // SIGHUP is from the kernel or the shell, and the program ends.
            case .hangup where daemon != nil && panel?.hasTerminal ?? true: daemon?.reload()
            default: end()
            }
        }
    }

    private func end() {
        isEnding = true
        panel?.end()
    }
}
