import WheelCore

/// Restores the state of an earlier run or of an earlier configuration.
extension Instrument {
    /// What is kept of a control, by names, since the configuration may change in between.
    public struct Remembered: Equatable, Sendable {
        public var value: ControlValue?
        public var speed: String?
        /// The position under a selection's cursor.
        public var cursor: String?
        /// The turns of a wrapping control.
        public var rotations: Int?

        public init(
            value: ControlValue? = nil, speed: String? = nil, cursor: String? = nil, rotations: Int? = nil
        ) {
            self.value = value
            self.speed = speed
            self.cursor = cursor
            self.rotations = rotations
        }

        /// A control without a value of its own keeps none.
        public init(_ control: Control) {
            self.init(
                value: control.hasValue ? ControlValue(control) : nil,
                speed: control.settings.speeds[control.speed].name, cursor: control.cursor,
                rotations: control.rotations)
        }
    }

    /// A part that does not fit a control.
    public enum Misfit: Equatable, Sendable {
        /// The control takes its own value instead.
        case value(ControlValue, CommandRefusal)
        /// The number is none of the control's, which takes another.
        case number(Double, now: Double)
        /// A position of a selection's value is gone.
        case position(String)
        case cursor(String)
        case speed(String)
    }

    /// Restores what fits of a control, without publishing it. All ways go through here on which a control may change between
    /// two panels: a reload, a definition, what is remembered of a definition, and the state file.
    ///
    /// Returns whether the value fits.
    @discardableResult
    public mutating func restore(
        _ control: Int, _ remembered: Remembered, misfit: (Misfit) -> Void = { _ in }
    ) -> Bool {
        var fits = false
        if let value = remembered.value {
            do throws(CommandRefusal) {
                let given = try directory.value(keeping(value, of: control, misfit), of: control)
                try checkFit(given, of: control)
                _ = controls[control].make(.set(given), onDraft: false)
                controls[control].lastWrite = .earlierRun
                fits = true
                if case .number(let number) = given, controls[control].number != number {
                    misfit(.number(number, now: controls[control].number))
                }
            } catch {
                misfit(.value(value, error))
            }
        }
        if let name = remembered.speed {
            if let speed = try? directory.speed(name, of: control) {
                controls[control].speed = speed
            } else {
                misfit(.speed(name))
            }
        }
        if let name = remembered.cursor, controls[control].kind == .selection {
            if let cursor = try? directory.position(name, of: control) {
                _ = controls[control].value.put(Double(cursor))
            } else {
                misfit(.cursor(name))
            }
        }
        if let rotations = remembered.rotations, controls[control].rotations != nil {
            controls[control].value.restoreTurns(rotations)
        }
        controls[control].resetDraft()
        return fits
    }

    private func checkFit(_ value: GivenValue, of control: Int) throws(CommandRefusal) {
        do throws(PanelRefusal) {
            try check(value, for: control)
        } catch {
            throw .refused(error, settings.controls[control])
        }
    }

    /// A selection's value without positions that no longer exist.
    private func keeping(_ value: ControlValue, of control: Int, _ misfit: (Misfit) -> Void) -> ControlValue {
        guard settings.controls[control].kind == .selection, case .positions(let names) = value else { return value }
        return .positions(
            names.filter { name in
                let isThere = (try? directory.position(name, of: control)) != nil
                if !isThere { misfit(.position(name)) }
                return isThere
            })
    }

    /// Restores an input's focus, if the input may still turn that control.
    public mutating func restoreFocus(of input: Int, on control: Int) {
        guard settings.inputs[input].controls.contains(control) else { return }
        inputs[input].ownFocus = control
        if pageControl(of: input) == nil { inputs[input].focus = control }
    }

    /// Shows a page before clients connect.
    public mutating func restorePage(_ page: Int) {
        guard settings.pages.indices.contains(page) else { return }
        self.page = page
        for input in inputs.indices { inputs[input].focus = pageControl(of: input) ?? inputs[input].ownFocus }
    }
}
