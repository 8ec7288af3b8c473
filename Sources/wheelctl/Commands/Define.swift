import LinuxSystem
import WheelClient
import WheelConfiguration
import WheelCore
import WheelWire

extension Command {
    static let define = Command(
        name: "define", summary: "defines controls, pages, ramps and presets beside those of the configuration",
        parameters: [Parameter("FILE", .file)],
        options: [
            Option("--owner NAME", "the definition's name (else the file's name without its ending)"),
            Option("--follow", "only until this command ends, not until undefine"),
        ],
        notes: """
            FILE has [[control]], [[page]] and [[ramp]] tables as a configuration has them, or is a JSON object as the socket's
            define takes it. - is standard input, which needs --owner. What this owner has defined before is replaced.
            """
    ) { invocation throws(Failure) in
        let file = invocation.words[0]
        var definition = try definition(try bytes(of: file), file, owner: try owner(of: file, invocation))
        let follows = invocation.arguments.has("--follow")
        definition.isKept = !follows
        let connection = try invocation.subscribe(Subscription(events: follows ? [.definition] : []))
        do throws(Failure) {
            _ = try invocation.ask(.define(definition), about: file)
        } catch {
            guard let mistakes = error.refusal?.mistakes, !mistakes.isEmpty else { throw error }
            for mistake in mistakes { Output.error("\(file): \(mistake.path): \(mistake.message)") }
            LinuxSystem.Program.exit(Exit.refused.rawValue)
        }
        if follows { try follow(definition.owner, connection, invocation) }
    }

    private static func follow(
        _ owner: String, _ connection: Connection, _ invocation: Invocation
    ) throws(Failure) {
        do throws(ClientError) {
            while let received = try connection.next() {
                guard case .event(let event) = received.line, case .definition(owner, _, let mistakes) = event.content
                else { continue }
                let why = mistakes.first.map { "\($0.path): \($0.message)" } ?? ""
                throw ClientError.refused(RequestError(.badDefinition, "it no longer fits: \(why)"))
            }
        } catch {
            throw Failure("define \(owner)", error)
        }
    }

    private static func owner(of file: String, _ invocation: Invocation) throws(Failure) -> String? {
        if let owner = invocation.arguments.value("--owner") { return owner }
        let name = file.split(separator: "/").last.map(String.init) ?? file
        guard name != "-" else { return nil }
        return name.split(separator: ".").first.map(String.init) ?? name
    }

    private static func bytes(of file: String) throws(Failure) -> [UInt8] {
        guard file != "-" else {
            var text = ""
            while let line = readLine(strippingNewline: false) { text += line }
            return Array(text.utf8)
        }
        do throws(SystemError) {
            return try RegularFile.read(file, limit: WireProtocol.longestDefinition)
        } catch {
            throw Failure(.refused, file, "cannot be read: \(error.reason)")
        }
    }

    private static func definition(_ bytes: [UInt8], _ file: String, owner: String?) throws(Failure) -> Definition {
        let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        if first == UInt8(ascii: "{") { return try definition(json: bytes, file, owner: owner) }
        guard let owner else { throw .usage("define", "--owner is missing, since standard input has no name") }
        do throws(ConfigurationMistakes) {
            return Definition(owner: owner, tables: try Configuration.definedTables(bytes, file: file))
        } catch {
            for mistake in error.list { Output.error(mistake.description) }
            LinuxSystem.Program.exit(Exit.refused.rawValue)
        }
    }

    /// Reads a JSON object. If the object has no `owner`, the definition gets the given owner.
    private static func definition(
        json bytes: [UInt8], _ file: String, owner: String?
    ) throws(Failure) -> Definition {
        let members = String(decoding: bytes.drop { $0 != UInt8(ascii: "{") }.dropFirst(), as: UTF8.self)
        let isEmpty = members.first { !$0.isWhitespace } == "}"
        let heads = [
            "{\"op\":\"define\"", owner.map { "{\"op\":\"define\",\"owner\":\(ControlValue.position($0).json)" },
        ]
        var problem = ""
        for head in heads.compactMap({ $0 }) {
            var line = head + (isEmpty ? "" : ",") + members
            let read = line.withUTF8 { RequestLine(UnsafeRawBufferPointer($0)) }
            switch read.request {
            case .success(let request): return request.definition
            case .failure(let error): if problem.isEmpty || error.message.has("owner") { problem = error.message }
            }
        }
        throw Failure(.refused, file, problem)
    }
}
