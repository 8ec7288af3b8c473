import WheelCore
import WheelModel

/// The layout and the fingers of a touch device.
struct TouchSurface: Sendable {
    var layout = ArrangedLayout(TouchLayout(), ramps: [])
    var slopPixels = TouchTimings.slopWithoutResolution
    /// All fingers, in the order of their touches.
    var fingers: [Finger] = []
    var pairs: [FingerPair] = []
    var farSwipe = FarSwipe()
    /// One sequence for each control.
    var taps: [TapSequence] = []
    var rampTaps: [RampTap] = []
    /// Whether the fingers have touched a dark display, and so only light it.
    var onlyLights = false

    /// The largest number of fingers that a surface handles. Further fingers are ignored.
    static let mostFingers = 32
    /// Coordinates are clamped to this limit, which exceeds the size of every display.
    private static let farthest = 1e7

    /// Reserves capacity, so that frames allocate nothing.
    mutating func prepare(controls: Int) {
        guard taps.count != controls else { return }
        taps = Array(repeating: .idle, count: controls)
        fingers.reserveCapacity(TouchSurface.mostFingers)
        pairs.reserveCapacity(TouchSurface.mostFingers / 2)
        rampTaps.reserveCapacity(TouchSurface.mostFingers)
    }

    /// Ignores the fingers of `before` until they lift, since a reload may have moved the targets under them.
    mutating func ignoreFingers(of before: TouchSurface) {
        fingers.removeAll(keepingCapacity: true)
        for finger in before.fingers { fingers.append(finger.ignored) }
        onlyLights = before.onlyLights
    }

    /// The surface after a change of the settings, with new indices. The gesture of a finger continues if its target
    /// does.
    func moved(_ places: Continuity, controls: Int) -> TouchSurface {
        var next = self
        next.layout = layout.moved(places)
        // `farSwipe` stores controls by their old indices, so a possible swipe ends.
        next.farSwipe.end()
        next.fingers = fingers.map { $0.moved(places) }
        next.pairs = pairs.compactMap { pair in
            guard let control = pair.control else { return pair }
            guard let place = places.controls[control] else { return nil }
            var pair = pair
            pair.control = place
            return pair
        }
        next.rampTaps = rampTaps.compactMap { $0.moved(places) }
        next.taps = []
        if !taps.isEmpty {
            next.prepare(controls: controls)
            for (index, place) in places.controls.enumerated() {
                if let place { next.taps[place] = taps[index] }
            }
        }
        return next
    }

    /// Records the move of a control by a finger, for double taps and swipes that undo the move.
    mutating func recordMove(of control: Int, from place: UnwrappedNumber, revision before: UInt64, to after: UInt64) {
        taps[control].recordMove(from: before, to: after)
        farSwipe.recordMove(of: control, from: place, revision: before, to: after)
    }

    func index(of finger: Int) -> Int? { fingers.firstIndex { $0.id == finger } }

    /// The number of fingers that are not ignored.
    var touchingFingers: Int {
        var count = 0
        for index in fingers.indices {
            if case .ignored = fingers[index].role { continue }
            count += 1
        }
        return count
    }

    func spots(ofPair pair: Int) -> (Finger.Spot, Finger.Spot) {
        guard let first = index(of: pairs[pair].first), let second = index(of: pairs[pair].second) else {
            preconditionFailure("a pair has lost a finger")
        }
        return (fingers[first].spot, fingers[second].spot)
    }

    /// The point of the page at which a finger has left the slop of a tap.
    func edgeOfSlop(of finger: Finger) -> Point {
        let way = finger.onDisplay - finger.touchedAt
        guard way.length > slopPixels else { return finger.onPage }
        return layout.toPage.apply(to: finger.touchedAt + way * (slopPixels / way.length))
    }

    /// How far two fingers have to move sideways to change the page.
    var swipeLength: Double { max(layout.size.width / 8, 3 * slopPixels) }

    /// Updates the fingers from a frame. Fingers that are missing from the frame have `isSeen == false` afterwards.
    mutating func update(_ contacts: [TouchContact]) {
        for index in fingers.indices { fingers[index].isSeen = false }
        for contact in contacts {
            guard let index = index(of: contact.id), !fingers[index].isSeen else { continue }
            fingers[index].isSeen = true
            fingers[index].isPalm = contact.isPalm
            // A finger whose coordinates are not finite keeps its last place.
            guard let (onDisplay, onPage) = places(of: contact) else { continue }
            fingers[index].onDisplay = onDisplay
            fingers[index].onPage = onPage
            if onDisplay.distance(to: fingers[index].touchedAt) > slopPixels { fingers[index].hasStrayed = true }
        }
    }

    func places(of contact: TouchContact) -> (onDisplay: Point, onPage: Point)? {
        guard contact.position.isFinite else { return nil }
        let far = TouchSurface.farthest
        let onDisplay = Point(
            x: min(max(contact.position.x, -far), far), y: min(max(contact.position.y, -far), far))
        let onPage = layout.toPage.apply(to: onDisplay)
        return onPage.isFinite ? (onDisplay, onPage) : nil
    }

    /// The fingers that a new finger finds on its control, or on no control if the new finger is on none.
    enum Company {
        case nobody
        case one(index: Int)
        case two
        /// The gesture of these fingers has ended. No new gesture begins before these fingers have lifted.
        case over
    }

    func company(on control: Int?) -> Company {
        var company = Company.nobody
        for index in fingers.indices where fingers[index].isShared && fingers[index].control == control {
            switch fingers[index].role {
            case .ignored: continue
            case .ended: return .over
            case .paired: return .two
            case .alone: company = .one(index: index)
            }
        }
        return company
    }
}

extension Point {
    fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}

extension TouchTimings {
    /// The slop in pixels, on a device without a known resolution.
    public static let slopWithoutResolution = 10.0

    /// The slop in pixels, for a display with this many pixels per millimetre.
    public func slopPixels(pixelsPerMillimetre: Double?) -> Double {
        guard let pixelsPerMillimetre, pixelsPerMillimetre > 0, pixelsPerMillimetre.isFinite else {
            return TouchTimings.slopWithoutResolution
        }
        return slopMillimetres * pixelsPerMillimetre
    }
}
