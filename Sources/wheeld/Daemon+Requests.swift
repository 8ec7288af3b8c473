import LinuxSystem
import WheelCore
import WheelModel
import WheelServer
import WheelWire

/// Requests of clients. Requests that concern only the connection, such as `subscribe`, are performed by the server.
/// The panel performs the requests that move the instrument, and the daemon performs all others here.
///
/// The answer of most requests is returned at once. A picture of a display arrives as a report of the display's thread,
/// and a definition or a reload waits for the end of an iteration: `answer` returns `nil` for these requests, and the
/// server lets the client's later requests wait.
extension Daemon: ServerDelegate {
    func hello(for client: Int) -> Hello {
        Hello(
            version: Version.text, instance: instance, client: client, seq: server?.seq ?? 0,
            clock: .now, listing: listing)
    }

    /// The state of everything, as JSON. The listing is cached until it may have changed: the listing of a large panel
    /// is megabytes long.
    var listing: Listing {
        let moment = listingMoment
        if let kept = keptListing, kept.moment == moment { return kept.listing }
        let listing = currentListing(at: now).asWritten()
        keptListing = (moment, listing)
        return listing
    }

    /// Frees the memory of a listing that is out of date.
    func dropOldListing() {
        if let moment = keptListing?.moment, moment != listingMoment { keptListing = nil }
    }

    private var listingMoment: ListingMoment {
        // Ramps and open interactions can change the listing without an event. The panel then has a deadline, and a
        // listing is kept for one iteration only.
        ListingMoment(
            seq: server?.seq ?? 0, requests: requestsDone, eventsIn: inputs.reduce(0) { $0 + $1.eventsIn },
            iteration: panel.deadline == nil ? nil : iterations)
    }

    func currentListing(at now: Instant) -> Listing {
        Listing(
            page: instrument.page.map { settings.panel.pages[$0].name }, isLocked: instrument.isLocked,
            controls: instrument.controls.indices.map { instrument.state(of: $0, at: now) },
            inputs: settings.panel.ownInputs.enumerated().map { index, input in
                InputState(
                    name: input.name, type: input.source.type, state: inputs[index].state,
                    focus: instrument.focus(ofInput: index).map { settings.panel.controls[$0].name },
                    heldButtons: instrument.heldButtons(of: index))
            },
            presets: settings.panel.presets.indices.map { PresetState($0, of: instrument) })
    }

    func clientLeft(_ client: Int) {
        guard leavers == nil else {
            leavers?.append(client)
            return
        }
        let now = self.now
        hub?.clientLeft(client, at: now)
        endWatches { $0.client == client }
        endViews(of: client, at: now)
        enter(.left(client: client), at: now)
        publishChanges()
    }

    func answer(_ request: Request, from client: Int) -> Result<Answer, RequestError>? {
        if request.operation.declaration.changes { requestsDone += 1 }
        defer { publishChanges() }
        do throws(RequestError) {
            switch request.operation {
            case .screenshot:
                try requestPicture(of: request.text("display"), for: client)
                return nil
            case .define, .undefine, .reload:
                definitionRequests.append((request, client))
                return nil
            default: break
            }
            return .success(try perform(request, for: client, at: now))
        } catch {
            return .failure(error)
        }
    }

    private func perform(_ request: Request, for client: Int, at now: Instant) throws(RequestError) -> Answer {
        try checkHand(named: request.text("input"), of: client)
        switch request.operation {
        case .view: return .view(try view(request, for: client, at: now))
        case .unview:
            try endView(named: request.neededText("view"), of: client, at: now)
            return .done
        case .seen:
            try confirmFrame(ofView: request.neededText("view"), of: client)
            return .done
        default:
            if let view = request.text("view") { return try performByHand(request, ofView: view, of: client, at: now) }
        }
        if let outcome = try perform(request, by: .client(client), at: now) {
            return Answer(outcome, of: instrument, at: now)
        }
        switch request.operation {
        case .feed, .unfeed:
            try feed(request, from: client, at: now)
            return .done
        case .list: return .listing(listing)
        case .watchDisplay: return .picture(try watch(request.text("display"), for: client))
        case .unwatchDisplay: return .picture(try unwatch(request.text("display"), for: client))
        case .stats: return .stats(statistics)
        case .logLevel:
            Log.level = request.logLevel
            return .done
        // All other operations were performed above or by the server.
        default: return .done
        }
    }

    /// Passes the events of a client to the hub, which treats them like events of a device.
    private func feed(_ request: Request, from client: Int, at now: Instant) throws(RequestError) {
        guard let hub else { return }
        do throws(CommandRefusal) {
            let input = try instrument.directory.input(request.neededText("input"))
            if request.operation == .unfeed, settings.panel.inputs[input].view != nil {
                // A view keeps its hand until the view ends, so `unfeed` only lifts the hand.
                hub.lift(input, at: now)
            } else if request.operation == .unfeed {
                try hub.unfeed(input, from: client, at: now)
            } else {
                try hub.feed(input, request, from: client, at: now)
            }
        } catch {
            throw RequestError(error)
        }
    }

    private var statistics: Statistics {
        Statistics(
            eventsIn: inputs.reduce(0) { $0 + $1.eventsIn }, eventsDropped: inputs.reduce(0) { $0 + $1.dropped },
            eventsPublished: server?.seq ?? 0, clients: server?.clientCount ?? 0,
            inputs: settings.panel.ownInputs.enumerated().map { index, input in
                Statistics.Input(
                    name: input.name, detail: inputs[index].detail, eventsIn: inputs[index].eventsIn,
                    eventsDropped: inputs[index].dropped, edgesMerged: inputs[index].merged,
                    lastEvent: inputs[index].lastEvent)
            },
            displays: displays.compactMap { display in
                display.map { Statistics.Display(name: $0.settings.name, state: $0.state, detail: $0.detail) }
            },
            definitions: definitions.held.map { Statistics.Definition($0) },
            views: views.map { view in
                let shown = view.settings
                return Statistics.View(
                    name: view.name, client: view.client, format: shown.format, width: shown.width,
                    height: shown.height, hands: shown.hands)
            }, unsaved: unsaved,
            framesDrawn: frameStatistics.frames,
            microsecondsPerFrame: frameStatistics.microsecondsPerFrame,
            uptime: Instant.now - startedAt)
    }
}

/// The daemon's counters at the time when a listing was made. The listing is up to date until one of these numbers
/// changes.
struct ListingMoment: Equatable {
    let seq: Int
    let requests: Int
    let eventsIn: Int
    /// The loop's iteration while something changes without an event, else `nil`.
    let iteration: Int?
}
