import WheelCore

/// What goes on when other settings take the place of a panel's own, and where it stands then.
///
/// There are two ways. A client defines or removes something: what stays the same goes on, with its ramps, fingers and open
/// interactions. Or the configuration is read again: then nothing goes on, and only what stands still is kept, by its name.
public struct Continuity: Sendable {
    /// For each old index the new one of a control that goes on: it has the same name and the same settings.
    package let controls: [Int?]
    /// The same for ramps.
    package let ramps: [Int?]
    /// For each old index the new one of the control with the same name, which may have other settings.
    package let named: [Int?]
    package let pages: [Int?]
    /// Whether inputs, with their buttons and fingers, go on. Inputs come from the configuration alone.
    package let keepsInputs: Bool

    /// After clients have changed what they define.
    public init(from old: PanelSettings, toDefined new: PanelSettings) {
        self.init(from: old, to: new, keepsInputs: true)
    }

    /// After the configuration was read again.
    public init(from old: PanelSettings, toReloaded new: PanelSettings) {
        self.init(from: old, to: new, keepsInputs: false)
    }

    private init(from old: PanelSettings, to new: PanelSettings, keepsInputs: Bool) {
        let places = Continuity.places(of: new.controls.map(\.name))
        let named = old.controls.map { places[$0.name] }
        self.named = named
        let newPages = Continuity.places(of: new.pages.map(\.name))
        pages = old.pages.map { newPages[$0.name] }
        self.keepsInputs = keepsInputs
        controls = zip(old.controls, named).map { control, place in
            place.flatMap { keepsInputs && new.controls[$0] == control ? $0 : nil }
        }
        let newRamps = Continuity.places(of: new.ramps.map(\.name))
        ramps = old.ramps.map { ramp in
            newRamps[ramp.name].flatMap { place in
                let other = new.ramps[place]
                return keepsInputs && other.motion == ramp.motion && other.control == named[ramp.control] ? place : nil
            }
        }
    }

    private static func places(of names: [String]) -> [String: Int] {
        Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    }
}
