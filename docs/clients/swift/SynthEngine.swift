import Glibc
import WheelClient
import WheelProtocol
import WheelSettings

/// The parameters of a synthesizer as controls of wheeld. The controls follow the synthesizer's patch.
///
///     example-engine [INPUT…]     the inputs that turn the parameters of the page that is shown
///
/// The program prints what a real engine would pass to its sound generator: the new parameters, as one JSON object for
/// each step.
@main struct SynthEngine {
    let inputs: [String]
    let client: Client
    /// The values of the patch's parameters.
    private var values: [String: ControlValue] = [:]
    /// The values that the sound uses. The sound continues while the daemon is not running.
    private var heard: [String: ControlValue] = [:]
    private var hasChooser = false
    private var chosen: String?
    private var loaded: String?

    static func main() async throws {
        var engine = SynthEngine(inputs: Array(CommandLine.arguments.dropFirst()), client: try Client())
        for await occurrence in engine.client.occurrences { await engine.handle(occurrence) }
    }

    private init(inputs: [String], client: Client) {
        self.inputs = inputs
        self.client = client
    }

    private mutating func handle(_ occurrence: Occurrence) async {
        switch occurrence {
        case .connected(let hello): take(hello.listing)
        case .event(let event):
            await handle(event)
            // The new values are applied after the last event of the step.
            if event.hasMore { return }
        case .disconnected(let error): return complain("\(error)")
        case .subscriptionRefused: return
        }
        apply()
        await define()
    }

    private mutating func handle(_ event: Event) async {
        switch event.content {
        case .value(let value): if values[value.control] != nil { values[value.control] = value.value }
        case .commit("patch", let value, _, _): choose(value)
        case .controls(let listing): take(listing)
        case .missed: if let listing = try? await client.list() { take(listing) }
        case .definition(let owner, _, let mistakes): complain("\(owner): \(mistakes.first?.message ?? "")")
        default: break
        }
    }

    private mutating func take(_ listing: Listing) {
        values = [:]
        for control in listing.controls {
            if control.owner == "engine-patch" { values[control.name] = control.value }
            if control.owner == "engine", !control.isEditing { choose(control.value) }
        }
    }

    private mutating func choose(_ value: ControlValue) {
        if case .position(let patch) = value { chosen = patch }
    }

    /// Passes all new values on in one step.
    private mutating func apply() {
        let new = values.filter { heard[$0.key] != $0.value }
        guard !new.isEmpty else { return }
        heard.merge(new) { _, value in value }
        print("{\(new.map { "\"\($0.key)\": \($0.value.json)" }.joined(separator: ", "))}")
        fflush(nil)
    }

    /// Defines the patch and its choice if they are missing. After a restart of the daemon the client defines them
    /// again by itself.
    private mutating func define() async {
        do {
            if !hasChooser {
                // The patch is a control of its own definition: the daemon remembers the chosen patch, and a knob can
                // choose it.
                let names = PlainValue.list(Patch.all.map { .string($0.name) })
                let chooser: PlainValue = ["name": "patch", "kind": "choice", "positions": names]
                try await client.define(Definition(owner: "engine", tables: [DefinedTables(.controls, [chooser])]))
                hasChooser = true
            }
            if chosen != loaded, let patch = Patch.all.first(where: { $0.name == chosen }) {
                try await client.define(patch.definition(inputs: inputs, isNew: loaded != nil))
                loaded = chosen
            }
        } catch .refused(let refusal) {
            complain(refusal.message)
            exit(1)
        } catch {
            // The connection is lost. This function runs again with the next connection.
        }
    }

    private func complain(_ text: String) {
        let line = text + "\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}
