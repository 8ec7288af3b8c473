public import LinuxSystem
import WheelGeometry
public import WheelGeometry
public import WheelSettings

/// All inputs: opens the devices that there are, hears of those that come and go, reads them. Belongs to the loop's
/// thread; the receiver must outlive it.
public final class InputHub {
    private let loop: EventLoop
    private unowned let receiver: any InputReceiver
    private let nodes: NodeList?
    private var buttonDebounce: Interval
    private var watcher: DeviceWatcher?
    private var inputs: [HubInput] = []
    private var claims = NodeClaims([])
    private var deviceCount = 0
    private var retry = RetryPlan()
    private var isWatchMissed = false
    /// A node could not be used yet, though no input may be without a device.
    private var mustLookForNodes = false

    /// `panelInputs` are the model's view of the same inputs. Nothing is opened before `start`.
    public init(
        loop: EventLoop, settings: [InputSettings], panelInputs: [PanelInput],
        buttonDebounce: Interval = .milliseconds(20), receiver: any InputReceiver
    ) {
        self.loop = loop
        self.receiver = receiver
        self.buttonDebounce = buttonDebounce
        nodes = NodeList()
        claims = NodeClaims(settings)
        inputs = Self.inputs(settings, panelInputs, receiver)
    }

    /// Opens what is there and watches for what comes.
    public func start(at time: Instant) {
        watch()
        look(at: time)
    }

    /// A watch that fails is tried again whenever something is looked for, and that is every second then.
    private func watch() {
        guard watcher == nil, let nodes else { return }
        do throws(SystemError) {
            watcher = try DeviceWatcher(udev: nodes.udev, loop: loop, owner: self)
            if isWatchMissed { Log.info("hot-plug is heard of again") }
            isWatchMissed = false
        } catch {
            if !isWatchMissed { Log.warning("hot-plug cannot be watched, and is looked for every second: \(error)") }
            isWatchMissed = true
        }
    }

    /// Gives every device back; nothing is told any more.
    public func close() {
        watcher?.close()
        watcher = nil
        for input in inputs { Self.closeDevices(of: input) }
        inputs = []
        retry.startAnew()
    }

    /// When `wake(at:)` is to be called.
    public var deadline: Instant? {
        var first = retry.due
        for index in inputs.indices {
            guard let due = inputs[index].gpio?.deadline else { continue }
            first = min(first ?? due, due)
        }
        return first
    }

    public func wake(at time: Instant) {
        for index in inputs.indices { inputs[index].gpio?.wake(at: time) }
        if retry.take(at: time) { tryAgain(at: time) }
    }

    /// For each input its place under new settings; nil where `update` will give its devices back. `update` tells no
    /// release of what these hold: the receiver releases it before.
    public func places(
        settings: [InputSettings], panelInputs: [PanelInput], buttonDebounce: Interval
    ) -> [Int?] {
        // A button's lines are asked for together with how long they are to be stable.
        let isDebounceKept = buttonDebounce == self.buttonDebounce
        var places: [Int?] = inputs.map { _ in nil }
        for index in settings.indices {
            let kept = inputs.indices.first { input in
                places[input] == nil && inputs[input].isSame(as: settings[index], panelInputs[index])
            }
            guard let kept, isDebounceKept || !inputs[kept].settings.hasGPIOButton else { continue }
            places[kept] = index
        }
        return places
    }

    /// Takes new settings over. Inputs whose settings are the same keep their devices, whatever their place is now.
    public func update(
        settings: [InputSettings], panelInputs: [PanelInput], buttonDebounce: Interval, at time: Instant
    ) {
        let places = places(settings: settings, panelInputs: panelInputs, buttonDebounce: buttonDebounce)
        self.buttonDebounce = buttonDebounce
        let before = inputs
        claims = NodeClaims(settings)
        inputs = Self.inputs(settings, panelInputs, receiver)
        for (input, place) in zip(before, places) {
            if let place {
                inputs[place] = input
                input.move(to: place, panelInputs[place], at: time)
            } else {
                Self.closeDevices(of: input)
            }
        }
        // Another input may have the better claim to a device now.
        for (index, input) in inputs.enumerated() {
            for device in input.devices where claims.answer(for: device.node) != .input(index) {
                lose(device, of: input, .noDevice, at: time)
            }
        }
        look(at: time)
    }

    /// The size, usually a display's, that the positions of an input's touches are on.
    public func show(surface input: Int, on size: Size) {
        inputs[input].surfaceSize = size
        for device in inputs[input].devices { device.show(on: size) }
    }

    /// Makes something felt, where the input's device can. Never waits.
    public func haptic(_ input: Int, _ effect: HapticEffect) {
        for device in inputs[input].devices {
            device.haptics?.play(effect, at: MonotonicClock.now)
        }
    }

    /// Tells, or no longer tells, what an input's devices say.
    public func tellRaw(_ tells: Bool, of input: Int, at time: Instant) {
        inputs[input].outlet.tellsRaw = tells
        if tells { inputs[input].tellBeginning(at: time) }
    }

    /// Whether an input has its device, and which, or why not.
    public func state(of input: Int) -> (state: InputDeviceState, detail: String) {
        switch inputs[input].state {
        case .waiting(let detail): (.waiting, detail)
        case .attached(let detail): (.attached, detail)
        }
    }

    // MARK: Looking for devices.

    /// Something has changed, or may have: all is looked at, and what is missed then is tried again soon.
    private func look(at time: Instant) {
        retry.startAnew()
        lookForNodes(at: time)
        for input in inputs {
            guard let device = input.gpio else {
                lookForLines(of: input, at: time)
                continue
            }
            // Its successor is looked for in a second, or when it is reported.
            if !device.isPresent { lost(device, .noDevice) }
        }
        if watcher == nil { retry.plan(at: time) }
    }

    /// Looks for what inputs wait for and nobody reports; for everything where hot-plug was not heard of.
    private func tryAgain(at time: Instant) {
        let wasWatching = watcher != nil
        watch()
        guard wasWatching else { return look(at: time) }
        if inputs.contains(where: { $0.takesNodes && $0.devices.isEmpty }) || mustLookForNodes {
            lookForNodes(at: time)
        }
        for input in inputs where input.gpio == nil { lookForLines(of: input, at: time) }
    }

    private func lookForLines(of input: HubInput, at time: Instant) {
        if case .gpio(let settings) = input.settings.source { attach(settings, to: input, at: time) }
    }

    private func lookForNodes(at time: Instant) {
        mustLookForNodes = false
        guard let nodes, inputs.contains(where: \.takesNodes) else { return }
        // What has gone first: its successor may have the same number.
        for input in inputs {
            for device in input.devices where !device.node.isPluggedIn {
                lose(device, of: input, .noDevice, at: time)
            }
        }
        for input in inputs where input.devices.isEmpty { input.problem = nil }
        do throws(SystemError) {
            let found = try nodes.look(waitingForUdev: watcher?.isUdev ?? NodeList.udevRuns)
            let opened = Set(inputs.flatMap { $0.devices.map(\.node.place) })
            for node in found.nodes where !opened.contains(node.place) {
                guard case .input(let index) = claims.answer(for: node) else { continue }
                attach(node, to: inputs[index], at: time)
            }
            if found.isUnfinished { planLookForNodes(at: time) }
        } catch {
            // For example because no descriptor is left. Devices that are open already are not affected.
            for input in inputs where input.takesNodes && input.devices.isEmpty { input.problem = "\(error)" }
            planLookForNodes(at: time)
        }
        for input in inputs where input.takesNodes && input.devices.isEmpty {
            input.waitForNode(at: time)
            // Links are made by someone else, without a word here.
            if input.settings.match?.path != nil { planLookForNodes(at: time) }
        }
    }

    private func planLookForNodes(at time: Instant) {
        mustLookForNodes = true
        retry.plan(at: time)
    }

    private func attach(_ node: InputNode, to input: HubInput, at time: Instant) {
        do throws(SystemError) {
            deviceCount += 1
            let device = try EvdevDevice(
                node, for: input.settings.source, buttonNames: input.buttonNames, number: deviceCount,
                outlet: input.outlet, loop: loop, owner: self)
            input.devices.append(device)
            input.problem = nil
            device.show(on: input.surfaceSize)
            for complaint in device.complaints { Log.warning("input \(input.settings.name): \(complaint)") }
            if let geometry = device.geometry { input.outlet.surface(geometry.size, at: time) }
            device.tellBeginning(at: time)
            input.attach(input.deviceNames, at: time)
        } catch {
            // One that has just gone is no problem: whoever comes next is told of.
            guard error.errno != .noDevice, error.errno != .noSuchFile else { return }
            input.problem = "\(error)\(error.errno.remedy(group: "input"))"
            planLookForNodes(at: time)
        }
    }

    private func attach(_ settings: GPIOSettings, to input: HubInput, at time: Instant) {
        do throws(GPIOProblem) {
            let device = try GPIODevice(
                settings, isDetentless: input.panelInput.isDetentless, buttonDebounce: buttonDebounce,
                outlet: input.outlet, loop: loop, owner: self)
            input.gpio = device
            input.attach(device.place, at: time)
            input.tellBeginning(at: time)
        } catch {
            input.wait(error.description, at: time)
            retry.plan(at: time)
        }
    }

    private func lose(_ device: EvdevDevice, of input: HubInput, _ reason: Errno, at time: Instant) {
        device.close()
        input.devices.removeAll { $0 === device }
        if input.devices.isEmpty {
            input.lose(reason, at: time)
        } else {
            device.letGo(at: time)
            input.attach(input.deviceNames, at: time)
        }
    }

    private static func inputs(
        _ settings: [InputSettings], _ panelInputs: [PanelInput], _ receiver: any InputReceiver
    ) -> [HubInput] {
        precondition(settings.count == panelInputs.count, "the settings and the panel know different inputs")
        return zip(settings, panelInputs).enumerated().map { index, pair in
            HubInput(pair.0, pair.1, index: index, receiver: receiver)
        }
    }

    private static func closeDevices(of input: HubInput) {
        for device in input.devices { device.close() }
        input.devices = []
        input.gpio?.close()
        input.gpio = nil
    }
}

extension InputHub: EvdevDeviceOwner, GPIODeviceOwner, DeviceWatcherOwner {
    func lost(_ device: EvdevDevice, _ reason: Errno) {
        guard let input = inputs.first(where: { $0.devices.contains { $0 === device } }) else { return }
        lose(device, of: input, reason, at: .now)
    }

    func lost(_ device: GPIODevice, _ reason: Errno) {
        guard let input = inputs.first(where: { $0.gpio === device }) else { return }
        device.close()
        input.gpio = nil
        input.lose(reason, at: .now)
        retry.startAnew()
        retry.plan(at: .now)
    }

    func devicesChanged() { look(at: .now) }
}

extension Instant {
    package static var now: Instant { MonotonicClock.now }
}
