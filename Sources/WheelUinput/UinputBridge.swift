import LinuxSystem
import WheelBridge
import WheelClient
import WheelCore

/// Passes the panel's turns, presses and values to virtual devices.
final class UinputBridge {
    private let devices: [UinputDevice: VirtualDevice]
    var core: UinputCore
    var complaints = Complaints()

    init(_ settings: UinputSettings) throws(SystemError) {
        var devices: [UinputDevice: VirtualDevice] = [:]
        for kind in UinputDevice.allCases {
            let abilities = settings.abilities(of: kind)
            guard !abilities.isEmpty else { continue }
            let name = kind == .keys ? settings.name : settings.name + " axes"
            let device = try VirtualDevice(name: name, abilities)
            Log.info("made the device '\(name)'\(device.node.map { " at \($0)" } ?? "")")
            devices[kind] = device
        }
        self.devices = devices
        core = UinputCore(settings)
    }

    private func send(at now: Instant) throws(SystemError) {
        var actions: [UinputAction] = []
        core.sendActions(at: now) { actions.append($0) }
        for action in actions { try devices[action.device]?.write(action) }
    }
}

extension UinputBridge: CoreBridge {
    func work(at now: Instant, _ daemon: Link) throws(SystemError) -> Instant? {
        try send(at: now)
        return core.deadline
    }

    func finish(isFollowed: Bool) {
        core.end()
        // An error does not matter, because the devices are removed in any case.
        try? send(at: MonotonicClock.now)
    }
}

extension UinputSettings {
    func abilities(of kind: UinputDevice) -> VirtualDevice.Abilities {
        var chords = presses.map(\.keys)
        var abilities = VirtualDevice.Abilities()
        for turn in turns {
            switch turn.output {
            case .taps(let up, let down): chords += [up, down]
            case .scroll(_, _, let hold):
                chords.append(hold)
                abilities.hasWheels = kind == .keys
            }
        }
        abilities.keys = Set(chords.flatMap(\.codes).filter { UinputDevice.of(key: $0) == kind })
        if kind == .axes { abilities.axes = axes }
        return abilities
    }
}
