import LinuxSystem
import WheelClient
import WheelConfiguration
import WheelCore
import WheelWire

extension Command {
    static let report = Command(
        name: "report", summary: "writes a file for a bug report, which a person can read first",
        options: [
            Option("-o FILE", "the file to write", .file),
            Option("--session FILE", "adds the recording of a session (wheeld --record-session)", .file),
            Option("--anonymous", "replaces the names of controls, presets, pages, ramps, users and this machine"),
            .configuration,
        ],
        notes: """
            FILE gets the versions, the findings of doctor, the configuration, the service's log and the session, each under
            a heading. wheelctl replay plays a report that has a session.
            With --anonymous each name is replaced by the same word wherever it occurs, so that the session still plays.
            Labels are replaced, and comments of the configuration left out. Positions, units and names of devices stay.
            """
    ) { invocation throws(Failure) in
        guard let path = invocation.arguments.value("-o") else {
            throw .usage("report", "the file for the report is missing, -o FILE")
        }
        var report = try Report(invocation)
        if invocation.arguments.has("--anonymous") { report.makeAnonymous() }
        try Invocation.write(Array(report.text.utf8), to: path)
        Output.note("\(path): read it before you send it")
    }
}

/// A report: sections of text, each under a heading.
struct Report {
    static let title = "wheeld-report 1"

    private var versions: [String]
    private var findings: [String]
    private var configuration: (path: String, text: String)
    private var log: String
    /// `nil` without a recording.
    private var session: String?

    private static let mostLogLines = 2000

    init(_ invocation: Invocation) throws(Failure) {
        let named = invocation.arguments.value(Option.configuration.name)
        let socket = invocation.arguments.value("--socket")
        session = try invocation.arguments.value("--session").map { path throws(Failure) in
            try Report.contents(of: path)
        }
        let path = named ?? ConfigurationFile.usualPath
        configuration = (path, named == nil ? NamedFile.text(path) ?? "" : try Report.contents(of: path))
        versions = Report.versions(try? Connection(socket: socket))
        findings = Command.table(Doctor(configuration: named, socket: socket, version: Version.text).findings()).lines
        let words = ["journalctl", "-u", "wheeld", "-n", "\(Report.mostLogLines)", "--no-pager", "-o", "short-iso"]
        log = (try? OtherProgram.run(words))?.output ?? ""
    }

    var text: String {
        let sections = [
            ("versions", versions.joined(separator: "\n")), ("doctor", findings.joined(separator: "\n")),
            ("configuration \(configuration.path)", configuration.text), ("log", log),
        ]
        var text = "\(Report.title)\n"
        for (heading, body) in sections {
            text += "\n== \(heading)\n\(body)"
            if !body.hasSuffix("\n") { text += "\n" }
        }
        // The recording is the last section: a replay finds it by its first line, and reads it to the end of the file.
        if let session { text += "\n== session\n\(session)" }
        return text
    }

    mutating func makeAnonymous() {
        configuration.text = Anonymity.withoutComments(configuration.text)
        session = session.map(Anonymity.withoutComments(ofSession:))
        var anonymity = Anonymity()
        anonymity.addMachine()
        anonymity.add(configuration: configuration.text)
        if let session { anonymity.add(session: session) }
        versions = versions.map { anonymity.applied(to: $0) }
        findings = findings.map { anonymity.applied(to: $0) }
        configuration = (anonymity.applied(to: configuration.path), anonymity.applied(to: configuration.text))
        log = anonymity.applied(to: log)
        session = session.map { anonymity.applied(to: $0) }
    }

    private static func contents(of path: String) throws(Failure) -> String {
        do throws(Errno) {
            return String(decoding: try NamedFile.read(path, limit: 1 << 27), as: UTF8.self)
        } catch {
            throw .cannotRead(path, error)
        }
    }

    private static func versions(_ daemon: Connection?) -> [String] {
        let system = NamedFile.text("/etc/os-release")?.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
        return [
            "wheelctl \(Version.text)",
            "daemon \(daemon?.hello.version ?? "does not answer")",
            "system \(system.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } } ?? "unknown")",
            "kernel \(NamedFile.firstLine("/proc/version") ?? "unknown")",
            "board \(NamedFile.firstLine("/proc/device-tree/model") ?? "unknown")",
        ]
    }
}
