import WheelCore
import WheelModel
import WheelTouch

/// The state of the instrument that tests read.
extension Panel {
    public var controls: [Control] { instrument.controls }
    public var directory: Directory { instrument.directory }
    public var page: Int? { instrument.page }
    public var isLocked: Bool { instrument.isLocked }
    public func focus(ofInput input: Int) -> Int? { instrument.focus(ofInput: input) }
    public func ownFocus(ofInput input: Int) -> Int? { instrument.ownFocus(ofInput: input) }
    public func buttonNames(of input: Int) -> [String] { instrument.buttonNames(of: input) }
    public func heldButtons(of input: Int) -> [String] { instrument.heldButtons(of: input) }
    public func storedValues(ofPreset name: String) -> [Assignment]? { instrument.storedValues(ofPreset: name) }
    public func values(ofPreset preset: Int) -> [Assignment] { instrument.values(ofPreset: preset) }
    public func chooser(ofDisplay display: Int) -> ScrolledChips? { view(ofDisplay: display).chooser }
    public func listScroll(of control: Int, onDisplay display: Int = 0) -> Scroll? {
        view(ofDisplay: display).listScroll(of: control)
    }

    public mutating func button(named name: String, of input: Int) -> Int {
        prepare { $0.button(named: name, of: input) }
    }

    @discardableResult
    public mutating func restore(
        _ control: Int, _ remembered: Instrument.Remembered, misfit: (Instrument.Misfit) -> Void = { _ in }
    ) -> Bool {
        prepare { $0.restore(control, remembered, misfit: misfit) }
    }

    public mutating func restoreFocus(of input: Int, on control: Int) {
        prepare { $0.restoreFocus(of: input, on: control) }
    }

    public mutating func restorePage(_ page: Int) { prepare { $0.restorePage(page) } }

    @discardableResult
    public mutating func restorePreset(_ name: String, _ values: [Assignment]) throws(PresetMisfit) -> [String] {
        try prepare { instrument throws(PresetMisfit) in try instrument.restorePreset(name, values) }
    }
}

/// The operations of tests on a panel. Controls are given by index. Every operation uses the panel's own entry points.
extension Panel {
    private func name(_ control: Int) -> String { settings.controls[control].name }

    @discardableResult
    private mutating func ask(
        _ request: Request, _ source: Source, _ time: Instant, _ changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        switch source {
        case .input(let input): try perform(request, by: .input(input), at: time, into: &changes)
        case .client(let client): try perform(request, by: .client(client), at: time, into: &changes)
        case .ramp, .restore: preconditionFailure("nobody asks for it")
        }
    }

    /// Numbers and positions as clients name them.
    private func value(_ given: GivenValue, of control: Int) -> ControlValue {
        let positions = settings.controls[control].positionList
        // An index without a position becomes a name that no position has.
        func name(_ position: Int) -> String {
            positions.indices.contains(position) ? positions[position].name : "none"
        }
        return switch given {
        case .number(let number): .number(number)
        case .position(let position): .position(name(position))
        case .positions(let positions): .positions(positions.map(name))
        }
    }

    @discardableResult
    public mutating func set(
        _ control: Int, to given: GivenValue, manner: SetManner = SetManner(), by source: Source, at time: Instant,
        into changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        try ask(
            .set(Assignment(control: name(control), value: value(given, of: control)), manner), source, time, &changes)
    }

    @discardableResult
    public mutating func set(
        _ values: [(control: Int, value: GivenValue)], manner: SetManner = SetManner(), by source: Source,
        at time: Instant, into changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        let assignments = values.map { Assignment(control: name($0.control), value: value($0.value, of: $0.control)) }
        return try ask(.setAll(assignments, manner), source, time, &changes)
    }

    @discardableResult
    public mutating func turn(
        _ control: Int, detents: Double, by source: Source, at time: Instant, into changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        try ask(.turn(control: name(control), detents: detents, speed: nil), source, time, &changes)
    }

    public mutating func turn(_ input: Int, by units: Int, at time: Instant, into changes: inout Changes) {
        receive(.turned(units: units), from: input, at: time, into: &changes)
    }

    public mutating func move(
        _ input: Int, from start: Double?, to end: Double, at time: Instant, into changes: inout Changes
    ) {
        receive(.moved(from: start, to: end), from: input, at: time, into: &changes)
    }

    public mutating func press(_ input: Int, button: Int, at time: Instant, into changes: inout Changes) {
        receive(.pressed(button: button), from: input, at: time, into: &changes)
    }

    public mutating func release(_ input: Int, button: Int, at time: Instant, into changes: inout Changes) {
        receive(.released(button: button), from: input, at: time, into: &changes)
    }

    public mutating func begin(_ input: Int, button: Int, isDown: Bool, at time: Instant, into changes: inout Changes) {
        receive(.level(button: button, isDown: isDown), from: input, at: time, into: &changes)
    }

    public mutating func cancelTouches(surface: Int, at time: Instant, into changes: inout Changes) {
        receive(.touchesCancelled, from: surface, at: time, into: &changes)
    }

    public mutating func touch(
        surface: Int, contacts: [TouchContact], at time: Instant, into changes: inout Changes
    ) {
        receive(.touched(contacts), from: surface, at: time, into: &changes)
    }

    public mutating func detach(_ input: Int, at time: Instant, into changes: inout Changes) {
        receive(.state(.lost, detail: ""), from: input, at: time, into: &changes)
    }

    public mutating func step(
        _ control: Int, by count: Int, source: Source, at time: Instant, into changes: inout Changes
    ) {
        _ = try? ask(.step(control: name(control), count: count), source, time, &changes)
    }

    public mutating func reset(_ control: Int, source: Source, at time: Instant, into changes: inout Changes) {
        _ = try? ask(.reset(control: name(control)), source, time, &changes)
    }

    public mutating func commit(_ control: Int, at time: Instant, into changes: inout Changes) {
        _ = try? ask(.commit(control: name(control)), .client(0), time, &changes)
    }

    public mutating func applyDraft(of control: Int, by source: Source, at time: Instant, into changes: inout Changes) {
        _ = try? ask(.apply(control: name(control)), source, time, &changes)
    }

    public mutating func revertDraft(of control: Int, by source: Source, at time: Instant, into changes: inout Changes)
    {
        _ = try? ask(.revert(control: name(control)), source, time, &changes)
    }

    @discardableResult
    public mutating func mark(
        _ position: Int, of control: Int, toggling: Bool, source: Source, at time: Instant, into changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        guard case .position(let position) = value(.position(position), of: control) else { return nil }
        let request =
            toggling
            ? Request.toggle(control: name(control), position: position)
            : .select(control: name(control), position: position)
        return try ask(request, source, time, &changes)
    }

    public mutating func changeSpeed(
        of control: Int, to choice: NameChoice, at time: Instant, into changes: inout Changes
    ) {
        _ = try? ask(.speed(control: name(control), choice), .client(0), time, &changes)
    }

    public mutating func show(_ page: PageChoice, at time: Instant, into changes: inout Changes) {
        let choice: NameChoice =
            switch page {
            case .next: .next
            case .previous: .previous
            case .page(let index): .named(settings.pages[index].name)
            }
        _ = try? ask(.page(choice), .client(0), time, &changes)
    }

    public mutating func lock(_ locked: Bool, at time: Instant, into changes: inout Changes) {
        _ = try? ask(.lock(locked), .client(0), time, &changes)
    }

    public mutating func lock(_ control: Int, _ locked: Bool, at time: Instant, into changes: inout Changes) {
        _ = try? ask(.lock(locked, controls: [name(control)]), .client(0), time, &changes)
    }

    @discardableResult
    public mutating func startRamp(
        _ motion: RampMotion, on control: Int, by source: Source = .client(0), at time: Instant,
        into changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        try ask(.ramp(control: name(control), motion), source, time, &changes)
    }

    @discardableResult
    public mutating func startRamp(
        _ motion: RampMotion, rampIndex: Int, on control: Int, at time: Instant, into changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        try ask(.namedRamp(settings.ramps[rampIndex].name), .client(0), time, &changes)
    }

    @discardableResult
    public mutating func restartRamp(
        of control: Int, at time: Instant, into changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        try ask(.restartRamp(control: name(control)), .client(0), time, &changes)
    }

    @discardableResult
    public mutating func reverseRamp(
        of control: Int, at time: Instant, into changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        try ask(.reverseRamp(control: name(control)), .client(0), time, &changes)
    }

    @discardableResult
    public mutating func pauseRamp(of control: Int, at time: Instant, into changes: inout Changes)
        throws(CommandRefusal)
        -> CommandOutcome?
    {
        try ask(.pauseRamp(control: name(control)), .client(0), time, &changes)
    }

    @discardableResult
    public mutating func resumeRamp(of control: Int, at time: Instant, into changes: inout Changes)
        throws(CommandRefusal) -> CommandOutcome?
    {
        try ask(.resumeRamp(control: name(control)), .client(0), time, &changes)
    }

    @discardableResult
    public mutating func cancelRamp(of control: Int, at time: Instant, into changes: inout Changes)
        throws(CommandRefusal) -> CommandOutcome?
    {
        try ask(.cancelRamp(control: name(control)), .client(0), time, &changes)
    }

    @discardableResult
    public mutating func scrubRamp(
        of control: Int, to fraction: Double, by source: Source, at time: Instant, into changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        try ask(.scrubRamp(control: name(control), fraction: fraction), source, time, &changes)
    }
}
