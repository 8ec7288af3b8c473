import WheelModel
import WheelProtocol
import WheelSettings

/// Names to indices, and the model's refusals to the protocol's errors.
extension Panel {
    func control(_ name: String) throws(RequestError) -> Int {
        let names = settings.controls.map(\.name)
        guard let index = names.firstIndex(of: name) else { throw .unknownControl(name, among: names) }
        return index
    }

    func input(_ name: String) throws(RequestError) -> Int {
        let names = settings.inputs.map(\.name)
        guard let index = names.firstIndex(of: name) else { throw .unknownInput(name, among: names) }
        return index
    }

    func page(_ name: PageName) throws(RequestError) -> PageChoice {
        let names = settings.pages.map(\.name)
        switch name {
        case .next, .previous:
            guard !names.isEmpty else { throw RequestError(.unknownPage, "there are no pages") }
            return name == .next ? .next : .previous
        case .named(let name):
            guard let index = names.firstIndex(of: name) else { throw .unknownPage(name, among: names) }
            return .page(index)
        }
    }

    func speed(_ name: String, of control: Int) throws(RequestError) -> Int {
        let settings = settings.controls[control]
        guard let index = settings.speeds.firstIndex(where: { $0.name == name }) else {
            throw .unknownSpeed(name, of: settings.name, among: settings.speeds.map(\.name))
        }
        return index
    }

    /// Does something with a control; a refusal becomes the protocol's error about it.
    static func asked<Answer>(
        of control: ControlSettings, _ body: () throws(PanelRefusal) -> Answer
    ) throws(RequestError) -> Answer {
        do throws(PanelRefusal) {
            return try body()
        } catch {
            switch error {
            case .editing: throw .editing(control.name)
            case .noRamp: throw .noRamp(control.name)
            case .outOfKind(let reason): throw RequestError(.outOfKind, reason.sentence(about: control))
            }
        }
    }
}

extension ControlSettings {
    /// The positions of a choice or selection.
    var positions: [Position] {
        switch quantity {
        case .float, .int: []
        case .choice(let settings), .selection(let settings): settings.positions
        }
    }

    public func position(named name: String) -> Int? { positions.firstIndex { $0.name == name } }

    /// A position by its name, for a control that has positions.
    func knownPosition(_ position: String) throws(RequestError) -> Int {
        guard !positions.isEmpty else {
            throw RequestError(.outOfKind, "\(name) is \(kind.withArticle) and has no positions")
        }
        guard let index = self.position(named: position) else {
            throw .unknownPosition(position, of: name, among: positions.map(\.name))
        }
        return index
    }

    /// A value by its names as a value by its indices.
    public func given(_ value: ControlValue) throws(RequestError) -> GivenValue {
        switch value {
        case .number(let number): return .number(number)
        case .position(let name): return .position(try knownPosition(name))
        case .positions(let names):
            var indices: [Int] = []
            for name in names { indices.append(try knownPosition(name)) }
            return .positions(indices)
        }
    }
}
