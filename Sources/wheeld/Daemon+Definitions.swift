import LinuxSystem
import WheelConfiguration
import WheelCore
import WheelModel
import WheelServer
import WheelTouch
import WheelWire

/// Controls, pages, ramps and presets that clients define, and requests to reload the configuration.
extension Daemon {
    /// Performs the first request that waits. The others wait for the next iterations, so that events come in between.
    ///
    /// A request waits for the end of an iteration, since events that have been published must be sent before controls get
    /// other indices.
    func workOnDefinitions(at now: Instant) {
        dropRequestsOfLeavers()
        if !definitionRequests.isEmpty {
            let (request, client) = definitionRequests.removeFirst()
            let outcome: Result<Answer, RequestError>
            do throws(RequestError) {
                switch request.operation {
                case .define: try define(request.definition, by: client, at: now)
                case .reload: try reload()
                default: try undefine(request.neededText("owner"), at: now)
                }
                outcome = .success(.done)
            } catch {
                outcome = .failure(error)
            }
            server?.answer(client: client, outcome)
        }
        endDefinitions(at: now)
    }

    /// Drops the definitions of clients that have gone, except those that are kept: nobody would use them until they end.
    private func dropRequestsOfLeavers() {
        guard !definitionRequests.isEmpty else { return }
        definitionRequests.removeAll { request, client in
            guard request.operation == .define, request.text("keep") != "always",
                server?.isGone(client: client) == true
            else { return false }
            server?.answer(client: client, .success(.done))
            return true
        }
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
        if held.definition.isKept { try checkSize(of: next) }
        let fitted = try Fitting(source, next, definer: definition.owner)
        let panel = Panel(fitted.settings.panel)
        try checkBound(of: panel.instrument, fitted.definitions)
        let mistakes = panel.instrument.mistakes(in: definition)
        guard mistakes.isEmpty else { throw RequestError(mistakes) }
        install(fitted, panel, values: definition.values, by: client, at: now)
        Log.debug("definition \(definition.owner): \(definition.summary), by client \(client)")
    }

    /// A state file with more could not be read at the next start.
    private func checkSize(of definitions: [HeldDefinition]) throws(RequestError) {
        let size = definitions.reduce(0) { $0 + $1.keptBytes }
        guard size > Definition.mostKeptBytes else { return }
        let message =
            "definitions that are kept can have \(Definition.mostKeptBytes) bytes in all, and with this one they have \(size)"
        throw RequestError([DefinitionMistake(path: "keep", message: message)])
    }

    /// Refuses what would make too much of each client's first line and of the state file.
    private func checkBound(of panel: Instrument, _ definitions: [HeldDefinition]) throws(RequestError) {
        let bytes = ListingBound(of: panel, definitions.filter { !$0.isAside }.map(\.definition)).bytes.reduce(0, +)
        guard bytes <= Budget.listingBytes else { throw RequestError([ListingBound.mistake(bytes)]) }
    }

    private func undefine(_ owner: String, at now: Instant) throws(RequestError) {
        let owners = definitions.map(\.definition.owner)
        guard owners.contains(owner) else { throw .unknownOwner(owner, among: owners) }
        install(Fitting(source, definitions.filter { $0.definition.owner != owner }), at: now)
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
        install(Fitting(source, definitions.filter { !$0.hasEnded(at: now) }), at: now)
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
        let continuity = Continuity(from: before.settings, toDefined: panel.settings)
        sendEnds(at: now) { panel, changes in panel.end(except: continuity, at: now, into: &changes) }
        var next = panel
        let misfits = next.adopt(self.panel, continuity, at: now, into: &changes) { control, misfit in
            Log.debug("definition: control '\(control.name)': \(misfit.sentence(now: "it is now"))")
        }
        remember(from: instrument, notIn: panel.settings)
        next.prepare { next in
            bringBack(fitted.definitions, in: &next, notIn: before.instrument)
            keepPresets(of: fitted.definitions, from: before.instrument, in: &next, misfits)
        }
        set(values, in: &next, knownIn: before.instrument, by: client, at: now)
        self.panel = next
        settings = fitted.settings
        definitions = fitted.definitions
        server?.reconfigure(names: names, panel: settings.panel)
        server?.publish(.controls(currentListing), at: now)
        publishChanges()
        reportEnds(of: fitted, at: now)
        openDisplays()
        renewViews(at: now)
        recordState()
        // The flush may have closed connections, whose clients had their definitions in the list from before.
        for held in definitions {
            if let client = held.client, server?.isConnected(client) != true {
                releaseDefinitions(of: client, at: now)
            }
        }
    }

    func reportEnds(of fitted: Fitting, at now: Instant) {
        for (owner, mistakes) in fitted.ended {
            server?.publish(.definition(owner: owner, .ended, mistakes), at: now)
            let isKept = definitions.contains { $0.definition.owner == owner }
            Log.warning("definition \(owner): it no longer fits, and \(isKept ? "is put aside" : "has ended")")
            log(mistakes, of: owner)
        }
        for (owner, mistakes) in fitted.aside {
            Log.warning("definition \(owner): it is put aside still, for another reason")
            log(mistakes, of: owner)
        }
    }

    private func log(_ mistakes: [DefinitionMistake], of owner: String) {
        for mistake in mistakes.prefix(HeldDefinition.mostMistakes) {
            Log.warning("definition \(owner): \(mistake.sentence)")
        }
    }

    /// Values for new controls are part of the definition; on known ones they are those of a request.
    private func set(
        _ values: [Assignment], in next: inout Panel, knownIn before: Instrument, by client: Int?, at now: Instant
    ) {
        for assignment in values {
            guard let control = next.instrument.directory.place(ofControl: assignment.control),
                (try? next.instrument.directory.value(assignment.value, of: control)) != nil
            else { continue }
            if let client, before.directory.place(ofControl: assignment.control) != nil {
                _ = try? next.perform(.set(assignment), by: .client(client), at: now, into: &changes)
            } else {
                next.prepare {
                    $0.restore(control, Instrument.Remembered(value: assignment.value))
                    if let client { $0.recordDefinition(of: control, by: client, at: now) }
                }
            }
        }
    }

    /// Ends what does not go on, and sends it before controls get other indices.
    ///
    /// The flush may close a connection. That releases the buttons which its client fed, and their actions may begin ramps and
    /// interactions again.
    func sendEnds(at now: Instant, _ end: (inout Panel, inout Changes) -> Void) {
        var clients: Int?
        repeat {
            end(&panel, &changes)
            publishChanges()
            clients = server?.clientCount
            server?.flush(at: now)
        } while server?.clientCount != clients
    }

    // MARK: A changed configuration

    /// The settings of a new configuration with all definitions that fit it.
    func fittedSettings() -> Fitting { Fitting(source, definitions, retries: true) }

    /// Takes over the definitions that fit a new configuration, after its panel has taken the place of the old one.
    func adopt(
        _ fitted: Fitting, from before: Instrument, _ misfits: [(preset: String, misfit: PresetMisfit)], at now: Instant
    ) {
        remember(from: before, notIn: instrument.settings)
        panel.prepare { next in
            bringBack(fitted.definitions, in: &next, notIn: before)
            keepPresets(of: fitted.definitions, from: before, in: &next, misfits)
        }
        definitions = fitted.definitions
        recordState()
    }
}

extension HeldDefinition {
    fileprivate func hasEnded(at time: Instant) -> Bool { endsAt.map { $0 <= time } ?? false }
}

extension Definition {
    fileprivate var summary: String {
        tables.filter { !$0.tables.isEmpty }.map { list in
            "\(list.tables.count) \(list.tables.count == 1 ? list.kind.table : list.kind.rawValue)"
        }.joined(separator: ", ")
    }
}

extension Instrument {
    /// Why the values of a definition cannot be set.
    fileprivate func mistakes(in definition: Definition) -> [DefinitionMistake] {
        guard !definition.values.isEmpty else { return [] }
        let own = Set(definition.names(.controls))
        var trial = self
        var unseen = Changes()
        var mistakes: [DefinitionMistake] = []
        for assignment in definition.values where mistakes.count < Budget.mistakes {
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
