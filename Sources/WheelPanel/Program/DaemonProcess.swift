import LinuxSystem
import WheelCore

/// A daemon that the panel has started and will end. While the panel uses the terminal, the lines of the daemon's log
/// are kept, and they are printed afterwards.
final class DaemonProcess: EventHandler {
    private let process: BoundProcess
    private let loop: EventLoop
    private var registration: Registration?
    private var kept: [String] = []
    private var rest: [UInt8] = []
    /// Whether standard error is not a terminal. Log lines are then printed at once, because they do not overwrite the
    /// panel.
    private let isElsewhere = !Terminal.isTerminal(2)

    private static let mostLines = 1000
    private static let longestLine = 1 << 16
    /// The maximum time for the daemon to save its state and end.
    private static let patience = Interval.seconds(10)

    init(_ words: [String], loop: EventLoop) throws(PanelFailure) {
        self.loop = loop
        guard let path = OtherProgram.path(ofCompanion: "wheeld") else { throw .failed("wheeld is not installed") }
        do throws(SystemError) {
            process = try BoundProcess(path, words)
        } catch {
            throw .failed("\(error)")
        }
        do throws(Errno) {
            registration = try loop.register(process.output, for: .readable, self)
        } catch {
            throw .failed("the output of wheeld cannot be read: \(error)")
        }
    }

    var status: Int32? { process.status }

    func handle(_ readiness: Readiness, of registration: Registration) {
        if !read() { deregister() }
    }

    private func deregister() {
        if let registration { loop.deregister(registration) }
        registration = nil
    }

    /// Reads all available bytes. Returns `false` at the end of the file.
    private func read() -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            do throws(Errno) {
                let count = try process.output.read(into: buffer)
                guard count > 0 else { return false }
                split(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            } catch {
                return error == .wouldBlock
            }
        }
    }

    private func split(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") || rest.count >= DaemonProcess.longestLine else {
                rest.append(byte)
                continue
            }
            keep(String(decoding: rest, as: UTF8.self))
            rest.removeAll(keepingCapacity: true)
        }
    }

    private func keep(_ line: String) {
        if isElsewhere { return StandardError.say(line) }
        kept.append(line)
        if kept.count > DaemonProcess.mostLines { kept.removeFirst(kept.count - DaemonProcess.mostLines) }
    }

    func reload() { process.send(.hangup) }

    func end() -> Int32 {
        process.send(.terminate)
        let until = MonotonicClock.now + DaemonProcess.patience
        var isOpen = true
        while process.status == nil, MonotonicClock.now < until {
            // When the daemon ends, its pipe closes, and this wait ends before its deadline.
            if isOpen {
                process.output.wait(for: .readable, until: until)
                isOpen = read()
            } else {
                MonotonicClock.sleep(until: MonotonicClock.now + .milliseconds(5))
            }
        }
        if process.status == nil {
            process.end()
            while process.status == nil { MonotonicClock.sleep(until: MonotonicClock.now + .milliseconds(5)) }
        }
        _ = read()
        deregister()
        return process.status ?? 1
    }

    func printKept() {
        if !rest.isEmpty { keep(String(decoding: rest, as: UTF8.self)) }
        rest = []
        for line in kept { StandardError.say(line) }
        kept = []
    }
}
