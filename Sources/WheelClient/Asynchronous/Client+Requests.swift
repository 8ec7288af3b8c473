import WheelCore
import WheelWire

/// A method for each request of the protocol, except `limit`.
extension Client {
    // MARK: State.

    public func list() async throws(ClientError) -> Listing {
        try await answer(to: .list) { if case .listing(let listing) = $0 { listing } else { nil } }
    }

    public func state(of control: String) async throws(ClientError) -> ControlState {
        try await answer(to: .get(control: control)) { if case .control(let state) = $0 { state } else { nil } }
    }

    public func statistics() async throws(ClientError) -> Statistics {
        try await answer(to: .stats) { if case .stats(let statistics) = $0 { statistics } else { nil } }
    }

    /// The picture of this display, or of the first display that shows a picture.
    public func screenshot(of display: String? = nil) async throws(ClientError) -> Screenshot {
        try await answer(to: display.map { .screenshot(of: $0) } ?? .screenshot) {
            if case .screenshot(let picture) = $0 { picture } else { nil }
        }
    }

    /// Watches a remote display; `nil` means the first one. The frames of a watched display are events. The first
    /// frame, also after a restart of the daemon, is the whole picture. A loop over `occurrences` that is slower than
    /// the frames gets the whole picture again.
    @discardableResult
    public func watchDisplay(_ name: String? = nil) async throws(ClientError) -> WatchedPicture {
        try await answer(to: .watchDisplay(name)) { if case .picture(let picture) = $0 { picture } else { nil } }
    }

    public func unwatchDisplay(_ name: String? = nil) async throws(ClientError) {
        _ = try await perform(.unwatchDisplay(name))
    }

    /// Opens a view, or changes the view with this name. The pictures of a view are events, and each must be confirmed
    /// by `confirmView`. A view ends with its connection: after a restart of the daemon the program must open another
    /// view.
    public func view(_ settings: ViewSettings, changing name: String? = nil) async throws(ClientError) -> ViewState {
        try await answer(to: settings.request(changing: name)) { if case .view(let view) = $0 { view } else { nil } }
    }

    public func endView(_ name: String) async throws(ClientError) {
        _ = try await perform(Request(.unview, ["view": .text(name)]))
    }

    /// Confirms that the oldest unconfirmed picture of a view is on the screen.
    public func confirmView(_ name: String) async throws(ClientError) {
        _ = try await perform(Request(.seen, ["view": .text(name)]))
    }

    /// Returns the daemon's clocks at the time of its answer.
    @discardableResult
    public func ping() async throws(ClientError) -> ClockReading {
        try await answer(to: .ping) { if case .clock(let clock) = $0 { clock } else { nil } }
    }

    /// Subscribes. After a restart of the daemon the client subscribes again by itself.
    public func subscribe(_ subscription: Subscription) async throws(ClientError) {
        _ = try await perform(.subscribe(subscription))
    }

    // MARK: Values. Each method returns the control's value after the request.

    @discardableResult
    public func set(
        _ control: String, to value: ControlValue, commits: Bool = true, unlessEditing: Bool = false
    ) async throws(ClientError) -> ValueAnswer {
        try await valueAnswer(
            to:
                .set(
                    Assignment(control: control, value: value),
                    SetManner(commits: commits, unlessEditing: unlessEditing)))
    }

    /// Sets all of the values in one step, or none.
    @discardableResult
    public func set(
        _ values: KeyValuePairs<String, ControlValue>, commits: Bool = true, unlessEditing: Bool = false
    ) async throws(ClientError) -> [Assignment] {
        let assignments = values.map { Assignment(control: $0.key, value: $0.value) }
        let manner = SetManner(commits: commits, unlessEditing: unlessEditing)
        return try await answer(to: .setAll(assignments, manner)) {
            if case .values(let values, _) = $0 { values } else { nil }
        }
    }

    @discardableResult
    public func turn(
        _ control: String, detents: Double, speed: String? = nil
    ) async throws(ClientError) -> ValueAnswer {
        try await valueAnswer(to: .turn(control: control, detents: detents, speed: speed))
    }

    @discardableResult
    public func step(_ control: String, by count: Int) async throws(ClientError) -> ValueAnswer {
        try await valueAnswer(to: .step(control: control, count: count))
    }

    @discardableResult
    public func reset(_ control: String) async throws(ClientError) -> ValueAnswer {
        try await valueAnswer(to: .reset(control: control))
    }

    @discardableResult
    public func commit(_ control: String) async throws(ClientError) -> ValueAnswer {
        try await valueAnswer(to: .commit(control: control))
    }

    /// Sets a control with `confirm` to its pending value.
    @discardableResult
    public func apply(_ control: String) async throws(ClientError) -> ValueAnswer {
        try await valueAnswer(to: .apply(control: control))
    }

    /// Drops the pending value of a control with `confirm`.
    @discardableResult
    public func revert(_ control: String) async throws(ClientError) -> ValueAnswer {
        try await valueAnswer(to: .revert(control: control))
    }

    @discardableResult
    public func select(_ position: String, of control: String) async throws(ClientError) -> ValueAnswer {
        try await valueAnswer(to: .select(control: control, position: position))
    }

    @discardableResult
    public func toggle(_ position: String, of control: String) async throws(ClientError) -> ValueAnswer {
        try await valueAnswer(to: .toggle(control: control, position: position))
    }

    // MARK: Speeds, focus, pages.

    /// Changes the current speed of a control. Returns the speed's name.
    @discardableResult
    public func changeSpeed(of control: String, to choice: NameChoice) async throws(ClientError) -> String {
        try await speedAnswer(to: .speed(control: control, choice))
    }

    /// Changes to the control's first speed, and returns its name.
    @discardableResult
    public func resetSpeed(of control: String) async throws(ClientError) -> String {
        try await speedAnswer(to: Request(.speedReset, control: control))
    }

    public func focus(_ input: String, on control: String) async throws(ClientError) {
        _ = try await perform(.focus(input: input, control: control))
    }

    /// Shows a page. Returns the page's name.
    @discardableResult
    public func show(_ page: NameChoice) async throws(ClientError) -> String {
        try await answer(to: .page(page)) { if case .page(let page) = $0 { page } else { nil } }
    }

    /// Locks or unlocks the panel.
    public func lock(_ isLocked: Bool = true) async throws(ClientError) { _ = try await perform(.lock(isLocked)) }

    /// Locks or unlocks only these controls.
    public func lock(_ isLocked: Bool = true, controls: [String]) async throws(ClientError) {
        _ = try await perform(.lock(isLocked, controls: controls))
    }

    /// Makes the daemon read its configuration again.
    public func reload() async throws(ClientError) { _ = try await perform(.reload) }

    public func setLogLevel(_ level: LogLevel) async throws(ClientError) { _ = try await perform(.logLevel(level)) }

    // MARK: Presets.

    public func recall(preset: String) async throws(ClientError) { _ = try await perform(.recall(preset: preset)) }

    public func store(preset: String) async throws(ClientError) { _ = try await perform(.store(preset: preset)) }

    // MARK: Definitions.

    /// Defines controls, pages, ramps and presets. The new definition replaces all earlier definitions of the owner.
    /// After a restart of the daemon the client defines the controls again, but without their values: the daemon has
    /// kept the current values.
    public func define(_ definition: Definition) async throws(ClientError) {
        _ = try await perform(.define(definition))
    }

    public func undefine(owner: String) async throws(ClientError) { _ = try await perform(.undefine(owner: owner)) }

    // MARK: Feeding inputs of type `client`.

    /// Sends an event of an input. The first call claims the input, even without an event. After a restart of the
    /// daemon the client claims the input again by itself.
    public func feed(
        _ input: String, _ event: FedEvent? = nil, size: Size? = nil
    ) async throws(ClientError) {
        _ = try await perform(.feed(input, event, size: size))
    }

    /// Sends several events. The daemon handles all of these events or none.
    public func feed(_ input: String, _ events: [FedEvent], size: Size? = nil) async throws(ClientError) {
        _ = try await perform(.feed(input, events, size: size))
    }

    /// Releases an input that this client has claimed.
    public func unfeed(_ input: String) async throws(ClientError) { _ = try await perform(.unfeed(input)) }

    // MARK: Ramps.

    @discardableResult
    public func ramp(_ control: String, _ motion: RampMotion) async throws(ClientError) -> RampProgress {
        try await rampAnswer(to: .ramp(control: control, motion))
    }

    /// Starts a ramp that the configuration or a client has defined.
    @discardableResult
    public func startRamp(named name: String) async throws(ClientError) -> RampProgress {
        try await rampAnswer(to: .namedRamp(name))
    }

    @discardableResult
    public func pauseRamp(of control: String) async throws(ClientError) -> RampProgress {
        try await rampAnswer(to: .pauseRamp(control: control))
    }

    @discardableResult
    public func resumeRamp(of control: String) async throws(ClientError) -> RampProgress {
        try await rampAnswer(to: .resumeRamp(control: control))
    }

    @discardableResult
    public func cancelRamp(of control: String) async throws(ClientError) -> RampProgress {
        try await rampAnswer(to: .cancelRamp(control: control))
    }

    @discardableResult
    public func restartRamp(of control: String) async throws(ClientError) -> RampProgress {
        try await rampAnswer(to: .restartRamp(control: control))
    }

    @discardableResult
    public func reverseRamp(of control: String) async throws(ClientError) -> RampProgress {
        try await rampAnswer(to: .reverseRamp(control: control))
    }

    @discardableResult
    public func scrubRamp(of control: String, to fraction: Double) async throws(ClientError) -> ValueAnswer {
        try await answer(to: .scrubRamp(control: control, fraction: fraction)) {
            if case .scrub(let value, _) = $0 { value } else { nil }
        }
    }

    // MARK: Answers.

    private func valueAnswer(to request: Request) async throws(ClientError) -> ValueAnswer {
        try await answer(to: request) { if case .value(let value) = $0 { value } else { nil } }
    }

    private func speedAnswer(to request: Request) async throws(ClientError) -> String {
        try await answer(to: request) { if case .speed(_, let speed) = $0 { speed } else { nil } }
    }

    private func rampAnswer(to request: Request) async throws(ClientError) -> RampProgress {
        try await answer(to: request) { if case .ramp(_, let progress) = $0 { progress } else { nil } }
    }

    private func answer<Wanted: Sendable>(
        to request: Request, _ pick: @Sendable (Answer) -> Wanted?
    ) async throws(ClientError) -> Wanted {
        guard let wanted = pick(try await perform(request)) else {
            throw .malformed("the answer to \(request.operation.rawValue) has the members of another answer")
        }
        return wanted
    }
}
