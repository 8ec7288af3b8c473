import LinuxSystem
import WheelConfiguration
import WheelGeometry
import WheelModel
import WheelProtocol
import WheelPublisher
import WheelSettings

/// Controls, pages and ramps that clients define.
extension Daemon {
    /// Performs the first request that waits; the others have the next iterations, so that events come in between. They wait for the end of the loop's iteration, since events that have been published
    /// must be sent before controls get other indices.
    func workOnDefinitions(at now: Instant) {
        if !definitionRequests.isEmpty {
            let (request, client) = definitionRequests.removeFirst()
            let outcome: Result<Answer, RequestError>
            do throws(RequestError) {
                if request.operation == .define {
                    try define(request.definition, by: client, at: now)
                } else {
                    try undefine(request.text("owner") ?? "", at: now)
                }
                outcome = .success(.done)
            } catch {
                outcome = .failure(error)
            }
            publisher?.answer(client: client, outcome)
        }
        endDefinitions(at: now)
    }

    private func define(_ definition: Definition, by client: Int, at now: Instant) throws(RequestError) {
        var next = definitions
        let held = HeldDefinition(definition: definition, client: client)
        if let place = next.firstIndex(where: { $0.definition.owner == definition.owner }) {
            next[place] = held
        } else {
            next.append(held)
        }
        // Without tables nothing is defined: such a definition would only take room.
        next.removeAll { $0.definition.tables.allSatisfy(\.tables.isEmpty) }
        let fitted = try Fitting(source, next, definer: definition.owner)
        let panel = Panel(fitted.settings.panel)
        let mistakes = panel.mistakes(in: definition)
        guard mistakes.isEmpty else { throw RequestError(mistakes) }
        install(fitted, panel, values: definition.values, by: client, at: now)
        Log.debug("definition \(definition.owner): \(definition.summary), by client \(client)")
    }

    private func undefine(_ owner: String, at now: Instant) throws(RequestError) {
        let owners = definitions.map(\.definition.owner)
        guard owners.contains(owner) else { throw .unknownOwner(owner, among: owners) }
        install(try Fitting(source, definitions.filter { $0.definition.owner != owner }), at: now)
        Log.debug("definition \(owner): removed")
    }

    // MARK: The ends of clients

    /// The definitions of a client that has gone wait for it to come back.
    func releaseDefinitions(of client: Int, at now: Instant) {
        for index in definitions.indices where definitions[index].client == client {
            definitions[index].client = nil
            if !definitions[index].definition.isKept { definitions[index].endsAt = now + HeldDefinition.grace }
        }
    }

    /// When the next definition ends.
    var definitionDeadline: Instant? {
        if !definitionRequests.isEmpty { return Instant(microseconds: .min) }
        var first: Instant?
        for held in definitions {
            if let end = held.endsAt { first = first.map { min($0, end) } ?? end }
        }
        return first
    }

    private func endDefinitions(at now: Instant) {
        guard definitions.contains(where: { $0.hasEnded(at: now) }) else { return }
        for held in definitions where held.hasEnded(at: now) {
            Log.debug("definition \(held.definition.owner): ended, since its client has gone")
        }
        if let fitted = try? Fitting(source, definitions.filter { !$0.hasEnded(at: now) }) {
            install(fitted, at: now)
        } else {
            Log.error("definition: the others cannot be kept, so that nothing ends")
            for index in definitions.indices { definitions[index].endsAt = nil }
        }
    }

    // MARK: Installing

    private func install(_ fitted: Fitting, at now: Instant) {
        install(fitted, Panel(fitted.settings.panel), at: now)
    }

    /// Puts another panel in the place of the present one. All that stays the same goes on.
    private func install(
        _ fitted: Fitting, _ panel: Panel, values: [Assignment] = [], by client: Int? = nil, at now: Instant
    ) {
        let before = self.panel
        let succession = Succession(from: before.settings, to: panel.settings)
        self.panel.end(notIn: succession, at: now, into: &changes)
        publishChanges()
        publisher?.flush(at: now)
        var next = panel
        next.succeed(self.panel, succession, at: now, into: &changes)
        remember(from: self.panel, notIn: panel.settings)
        bringBack(fitted.definitions, in: &next, notIn: before)
        set(values, in: &next, knownIn: before, by: client, at: now)
        self.panel = next
        settings = fitted.settings
        definitions = fitted.definitions
        publisher?.reconfigure(
            names: names, panel: settings.panel, rights: rights(), maxClients: settings.socket.maxClients)
        publisher?.publish(.controls(listing), at: now)
        publishChanges()
        report(fitted.ended, at: now)
        openDisplays()
        noteState()
        // The flush may have closed connections, whose clients had their definitions in the list from before.
        for held in definitions {
            if let client = held.client, publisher?.isConnected(client) != true {
                releaseDefinitions(of: client, at: now)
            }
        }
    }

    private func report(_ ended: [(owner: String, mistakes: [DefinitionMistake])], at now: Instant) {
        for (owner, mistakes) in ended {
            publisher?.publish(.definitionEnded(owner: owner, mistakes), at: now)
            let isKept = definitions.contains { $0.definition.owner == owner }
            Log.warning("definition \(owner): it no longer fits, and \(isKept ? "is put aside" : "has ended")")
            for mistake in mistakes.prefix(20) {
                Log.warning("definition \(owner): \(mistake.path): \(mistake.message)")
            }
        }
    }

    /// Values for new controls are part of the definition; on known ones they are those of a request.
    private func set(
        _ values: [Assignment], in next: inout Panel, knownIn before: Panel, by client: Int?, at now: Instant
    ) {
        for assignment in values {
            guard let control = next.directory.place(ofControl: assignment.control),
                let value = try? next.directory.value(assignment.value, of: control)
            else { continue }
            if let client, before.directory.place(ofControl: assignment.control) != nil {
                _ = try? next.set(control, to: value, by: .client(client), at: now, into: &changes)
            } else {
                next.restore(control, Panel.Remembered(value: value))
            }
        }
    }

    // MARK: A changed configuration

    /// The settings of a new configuration with all definitions that fit it.
    func fittedSettings() -> Fitting? { try? Fitting(source, definitions) }

    /// Takes over the definitions that fit a new configuration, after its panel has taken the place of the old one.
    func takeOver(_ fitted: Fitting, from before: Panel, at now: Instant) {
        remember(from: before, notIn: panel.settings)
        definitions = fitted.definitions
        bringBack(definitions, in: &panel, notIn: before)
        noteState()
    }

    func reportEnds(of fitted: Fitting, at now: Instant) { report(fitted.ended, at: now) }

    // MARK: Values of names that are not defined

    private func remember(from old: Panel, notIn settings: PanelSettings) {
        let gone = definitions.controlNames.subtracting(settings.controls.map(\.name))
        for control in old.controls where gone.contains(control.settings.name) { remembered.add(SavedControl(control)) }
        for (index, input) in old.settings.inputs.enumerated() {
            guard let focus = old.focus(ofInput: index) else { continue }
            let name = old.settings.controls[focus].name
            if gone.contains(name) { remembered.focus[input.name] = name }
        }
        remembered.limit()
    }

    /// Gives defined controls that were not there before what is remembered of them.
    private func bringBack(_ definitions: [HeldDefinition], in next: inout Panel, notIn before: Panel?) {
        for name in definitions.controlNames.subtracting(before?.settings.controls.map(\.name) ?? []) {
            guard let saved = remembered.take(name), let control = next.directory.place(ofControl: name),
                next.settings.controls[control].restores
            else { continue }
            next.restore(control, saved) { Log.debug("definition: control '\(name)': \($0)") }
        }
        bringBackFocus(in: &next)
    }

    /// An input whose focus was moved does not go back to a control that is defined again.
    func forgetFocus() {
        for change in changes.changes {
            if case .focus(let input, _) = change.event { remembered.focus[settings.panel.inputs[input].name] = nil }
        }
    }

    private func bringBackFocus(in next: inout Panel) {
        for (index, input) in next.settings.inputs.enumerated() {
            guard let name = remembered.focus[input.name], let control = next.directory.place(ofControl: name) else {
                continue
            }
            remembered.focus[input.name] = nil
            next.restoreFocus(of: index, on: control)
        }
    }

    // MARK: The state file

    /// The panel's state, and what clients have defined.
    var stateDocument: StateDocument {
        var document = panel.stateDocument
        let defined = definitions.controlNames
        document.definitions = definitions.filter(\.definition.isKept).map { SavedDefinition($0.definition) }
        guard !defined.isEmpty || !remembered.isEmpty else { return document }
        let own = document.controls.filter { defined.contains($0.name) }
        document.remembered = (remembered.newest + own).suffix(RememberedControls.most)
        document.controls.removeAll { defined.contains($0.name) }
        document.rememberedFocus = document.inputs.filter { defined.contains($0.focus) }
        document.inputs.removeAll { defined.contains($0.focus) }
        let known = Set(document.rememberedFocus.map(\.name))
        for (input, control) in remembered.focus.sorted(by: { $0.key < $1.key }) where !known.contains(input) {
            document.rememberedFocus.append(SavedInput(name: input, focus: control))
        }
        // A page that only a client defines would be missed at the next start.
        let kept = Set(document.definitions.flatMap { $0.definition.names(.pages) })
        let fleeting = Set(definitions.flatMap { $0.definition.names(.pages) }).subtracting(kept)
        if let page = document.page, fleeting.contains(page) { document.page = nil }
        return document
    }

    /// Restores the definitions that were kept, before any client connects.
    func restoreDefinitions(_ document: StateDocument) {
        for saved in document.remembered { remembered.add(saved) }
        for saved in document.rememberedFocus { remembered.focus[saved.name] = saved.focus }
        definitions = document.definitions.map { HeldDefinition(definition: $0.definition, client: nil) }
        guard !definitions.isEmpty, let fitted = fittedSettings() else { return }
        settings = fitted.settings
        definitions = fitted.definitions
        panel = Panel(settings.panel)
        for (owner, mistakes) in fitted.ended {
            Log.warning("definition \(owner): it no longer fits, and is put aside")
            for mistake in mistakes.prefix(20) {
                Log.warning("definition \(owner): \(mistake.path): \(mistake.message)")
            }
        }
        bringBack(definitions, in: &panel, notIn: nil)
    }
}

extension HeldDefinition {
    fileprivate func hasEnded(at time: Instant) -> Bool { endsAt.map { $0 <= time } ?? false }
}

extension [HeldDefinition] {
    /// The names of the controls that are defined now.
    fileprivate var controlNames: Set<String> {
        Set(filter { !$0.isAside }.flatMap { $0.definition.names(.controls) })
    }
}

extension Definition {
    fileprivate var summary: String {
        tables.filter { !$0.tables.isEmpty }.map { list in
            "\(list.tables.count) \(list.tables.count == 1 ? list.kind.table : list.kind.rawValue)"
        }.joined(separator: ", ")
    }

    fileprivate func names(_ kind: DefinedTables.Kind) -> [String] {
        tables.filter { $0.kind == kind }.flatMap(\.tables).compactMap { table in
            guard case .table(let entries) = table,
                case .string(let name)? = entries.first(where: { $0.key == "name" })?.value
            else { return nil }
            return name
        }
    }
}

extension Panel {
    /// Why the values of a definition cannot be set.
    fileprivate func mistakes(in definition: Definition) -> [DefinitionMistake] {
        guard !definition.values.isEmpty else { return [] }
        let own = Set(definition.names(.controls))
        var trial = self
        var unseen = Moment()
        var mistakes: [DefinitionMistake] = []
        for assignment in definition.values {
            let path = "values.\(assignment.control)"
            guard own.contains(assignment.control) else {
                let message = "this definition has no control named '\(assignment.control.clipped)'"
                mistakes.append(DefinitionMistake(path: path, message: message))
                continue
            }
            do throws(CommandRefusal) {
                let request = Request.set(assignment, SetManner())
                _ = try trial.perform(request, by: .client(0), at: Instant(microseconds: 0), into: &unseen)
            } catch {
                mistakes.append(DefinitionMistake(path: path, message: RequestError(error).message))
            }
        }
        return mistakes
    }
}
