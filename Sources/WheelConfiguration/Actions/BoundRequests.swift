import WheelCore
import WheelModel

/// The requests that gestures are bound to. Once the whole file has been read, the requests of each gesture are
/// performed on a new panel. A request that would be refused whenever the button is pressed is a mistake in the file.
final class BoundRequests {
    private var bound: [Bound] = []

    private struct Bound {
        let requests: [Request]
        let input: Int
        let gesture: String
        let place: Place
        /// The keys that the input has taken over by `like`.
        let inheritance: Inheritance?
    }

    func add(_ requests: [Request], input: Int, gesture: String, place: Place, _ mistakes: MistakeList) {
        bound.append(
            Bound(
                requests: requests, input: input, gesture: gesture, place: place, inheritance: mistakes.inheritance))
    }

    /// Adds a mistake for each request that names something unknown, or that its control cannot perform.
    func check(on settings: PanelSettings, _ mistakes: MistakeList) {
        guard !bound.isEmpty else { return }
        // A locked panel ignores requests of hands without refusing them, so they are tried on an unlocked panel.
        var unlocked = settings
        unlocked.isLocked = false
        let fresh = Instrument(unlocked)
        for bound in bound {
            mistakes.reading(bound.inheritance) { check(bound, on: fresh, mistakes) }
        }
    }

    private func check(_ bound: Bound, on fresh: Instrument, _ mistakes: MistakeList) {
        var panel = fresh
        var unseen = Changes()
        for request in bound.requests {
            do throws(CommandRefusal) {
                _ = try panel.perform(
                    request, by: .input(bound.input), at: Instant(microseconds: 0), into: &unseen)
            } catch {
                guard let sentence = error.sentence(mistakes) else { continue }
                mistakes.add(bound.place, "\(quoted(bound.gesture)): \(sentence)")
            }
        }
    }
}

extension CommandRefusal {
    /// The sentence of the mistake; `nil` if the refusal is not a mistake in the file.
    fileprivate func sentence(_ mistakes: MistakeList) -> String? {
        switch self {
        case .unknown(let kind, let name, let owner, let names):
            let whose = owner.map { "\(quoted($0)) has no" } ?? "there is no"
            return
                "\(whose) \(kind.rawValue) named \(quoted(name))\(mistakes.hint(name, in: names, whereNone: "there are none"))"
        case .notTurned(let control, let input, _):
            return "\(quoted(control)) is not a control of \(quoted(input))"
        case .noPages: return "there are no pages"
        case .noPositions(let control): return "\(quoted(control.name)) has no positions"
        case .refused(.outOfKind(let reason), let control): return reason.sentence(about: control)
        case .refused(.noRamp, let control) where control.kind.hasPositions:
            return OutOfKind.rampOnPositions.sentence(about: control)
        case .needsConfirmation(let control):
            return "\(quoted(control.name)) has 'confirm': hands play no ramp on it and recall no preset that sets it"
        case .readOnlyPreset(let name): return "the preset \(quoted(name)) is not 'writable'"
        // These refusals concern only requests of clients, or depend on the panel's state, so they show no mistake in
        // the file.
        case .refused(.editing, _), .refused(.noRamp, _), .refused(.outOfRange, _), .notFed, .needsButton, .needsSize,
            .busy:
            return nil
        }
    }
}
