import LinuxSystem
import WheelConfiguration
import WheelCore
import WheelModel
import WheelServer
import WheelTouch
import WheelWire

/// The definitions of clients. Each new definition replaces the panel, as a reload does (`Daemon+Reloading`).
///
/// Controls are identified by their indices, which differ in another panel. So before the replacement everything
/// published must be sent with the old names, including the ends of interactions and ramps that the new panel does not
/// continue. Therefore requests for a definition or a reload wait until the other requests of an iteration are done,
/// and each iteration performs only one definition or reload.
extension Daemon {
    /// Performs the first waiting request, and ends definitions whose clients have not reconnected in time.
    func workOnDefinitions(at now: Instant) {
        dropRequestsOfLeavers()
        if !definitionRequests.isEmpty {
            let (request, client) = definitionRequests.removeFirst()
            let outcome: Result<Answer, RequestError>
            do throws(RequestError) {
                if request.operation == .reload {
                    try reload()
                } else {
                    _ = try perform(request, by: .client(client), at: now)
                }
                outcome = .success(.done)
            } catch {
                outcome = .failure(error)
            }
            server?.answer(client: client, outcome)
        }
        if let deadline = definitions.deadline, deadline <= now { enter(.definitionsEnded, at: now) }
    }

    func performOnDefinitions(_ request: Request, by client: Int, at now: Instant) throws(RequestError) {
        if request.operation == .define {
            try define(request.definition, by: client, at: now)
        } else {
            try undefine(request.neededText("owner"), at: now)
        }
    }

    /// When `workOnDefinitions` is due next.
    var definitionDeadline: Instant? { definitionRequests.isEmpty ? definitions.deadline : .distantPast }

    /// Drops waiting `define` requests of clients that have disconnected: nobody would use such a definition before it
    /// ends. Kept definitions outlive their clients, so they are not dropped.
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
        let next = definitions.adding(HeldDefinition(definition: definition, client: client))
        if definition.isKept { try checkSize(of: next) }
        let fitted = try Fitting(source, next, definer: definition.owner)
        let panel = Panel(fitted.settings.panel)
        try checkBound(of: panel.instrument, fitted.definitions)
        let mistakes = panel.instrument.mistakes(in: definition)
        guard mistakes.isEmpty else { throw RequestError(mistakes) }
        install(fitted, panel, values: definition.values, by: client, at: now)
        Log.debug("definition \(definition.owner): \(definition.summary), by client \(client)")
    }

    /// Refuses definitions that would make the state file too long to be read at the next start.
    private func checkSize(of definitions: [HeldDefinition]) throws(RequestError) {
        let size = definitions.reduce(0) { $0 + $1.keptBytes }
        guard size > Definition.mostKeptBytes else { return }
        let message =
            "kept definitions may have \(Definition.mostKeptBytes) bytes in all, and with this one they would have "
            + "\(size)"
        throw RequestError([DefinitionMistake(path: "keep", message: message)])
    }

    /// Refuses a definition that would make each client's first line and the state file too long.
    private func checkBound(of panel: Instrument, _ definitions: [HeldDefinition]) throws(RequestError) {
        let bytes = ListingBound(of: panel, definitions.filter { !$0.isAside }.map(\.definition)).bytes.reduce(0, +)
        guard bytes <= Budget.listingBytes else { throw RequestError([ListingBound.mistake(bytes)]) }
    }

    private func undefine(_ owner: String, at now: Instant) throws(RequestError) {
        let owners = definitions.held.map(\.definition.owner)
        guard owners.contains(owner) else { throw .unknownOwner(owner, among: owners) }
        removeDefinitions(at: now) { $0.definition.owner == owner }
        Log.debug("definition \(owner): removed")
    }

    /// Ends the definitions of clients that have not reconnected in time.
    func endDefinitions(at now: Instant) {
        for held in definitions.held where held.hasEnded(at: now) {
            Log.debug("definition \(held.definition.owner): ended, since its client disconnected")
        }
        removeDefinitions(at: now) { $0.hasEnded(at: now) }
    }

    private func removeDefinitions(at now: Instant, where isRemoved: (HeldDefinition) -> Bool) {
        let fitted = Fitting(source, definitions.held.filter { !isRemoved($0) })
        install(fitted, Panel(fitted.settings.panel), at: now)
    }

    // MARK: Another panel

    private func install(
        _ fitted: Fitting, _ next: Panel, values: [Assignment] = [], by client: Int? = nil, at now: Instant
    ) {
        let before = instrument
        whileClientsStay {
            replacePanel(
                by: next, fitted, Continuity(from: panel.settings, toDefined: next.settings), at: now
            ) { control, misfit in
                Log.debug("definition: control '\(control.name)': \(misfit.sentence(now: "it is now"))")
            }
            set(values, knownIn: before, by: client, at: now)
            announcePanel(fitted, at: now)
            openDisplays()
            renewViews(at: now)
        }
    }

    /// Calls `replace`, which replaces the panel. If the flush in `replacePanel` closes a connection, the disconnection
    /// of its client is handled afterwards, in the new panel.
    func whileClientsStay(_ replace: () -> Void) {
        leavers = []
        replace()
        let gone = leavers ?? []
        leavers = nil
        for client in gone { clientLeft(client) }
    }

    func replacePanel(
        by next: Panel, _ fitted: Fitting, _ continuity: Continuity, at now: Instant,
        misfit: (ControlSettings, Instrument.Misfit) -> Void
    ) {
        // Before controls get other indices, everything that `continuity` does not keep is ended, and reported with the
        // old names.
        panel.end(except: continuity, at: now, into: &changes)
        publishChanges()
        server?.flush(at: now)
        var next = next
        let misfits = next.adopt(panel, continuity, at: now, into: &changes, misfit: misfit)
        next.prepare { definitions.adopt(fitted.definitions, in: &$0, from: instrument, misfits) }
        panel = next
        settings = fitted.settings
        // The touch layouts contain the old indices of controls, so they are dropped.
        layouts = [:]
        recordState()
    }

    /// Publishes the new listing before the events that use its names.
    func announcePanel(_ fitted: Fitting, at now: Instant) {
        server?.reconfigure(names: names, panel: settings.panel)
        server?.publish(.controls(currentListing(at: now)), at: now)
        publishChanges()
        reportEnds(of: fitted, at: now)
    }

    func reportEnds(of fitted: Fitting, at now: Instant) {
        for (owner, mistakes) in fitted.ended {
            server?.publish(.definition(owner: owner, .ended, mistakes), at: now)
            let isKept = fitted.definitions.contains { $0.definition.owner == owner }
            Log.warning("definition \(owner): it no longer fits, and \(isKept ? "is put aside" : "has ended")")
            log(mistakes, of: owner)
        }
        for (owner, mistakes) in fitted.aside {
            Log.warning("definition \(owner): it stays put aside, for another reason")
            log(mistakes, of: owner)
        }
    }

    private func log(_ mistakes: [DefinitionMistake], of owner: String) {
        for mistake in mistakes.prefix(HeldDefinition.mostMistakes) {
            Log.warning("definition \(owner): \(mistake.sentence)")
        }
    }

    /// Sets the values of a definition. For a new control the value is part of the definition, for any other control it
    /// is a `set` request of the client.
    private func set(_ values: [Assignment], knownIn before: Instrument, by client: Int?, at now: Instant) {
        for assignment in values {
            guard let control = instrument.directory.place(ofControl: assignment.control),
                (try? instrument.directory.value(assignment.value, of: control)) != nil
            else { continue }
            if let client, before.directory.place(ofControl: assignment.control) != nil {
                _ = try? panel.perform(.set(assignment), by: .client(client), at: now, into: &changes)
            } else {
                panel.prepare {
                    $0.restore(control, Instrument.Remembered(value: assignment.value))
                    if let client { $0.recordDefinition(of: control, by: client, at: now) }
                }
            }
        }
    }
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
