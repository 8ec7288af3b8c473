public import LinuxSystem
public import WheelGeometry
public import WheelModel
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
    private var retryTime: Instant?

    /// How often is tried what nobody tells of: rights that change, lines that are given back, links that are made.
    static let retryInterval = Interval.milliseconds(1000)

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

    /// Opens what is there and watches for what comes. A watch that fails is replaced by looking every second.
    public func start(at time: Instant) {
        if let nodes {
            do throws(SystemError) {
                watcher = try DeviceWatcher(udev: nodes.udev, loop: loop, owner: self)
            } catch {
                Log.warning("hot-plug is looked for every second: \(error)")
            }
        }
        look(at: time)
    }

    /// Gives every device back; nothing is told any more.
    public func close() {
        watcher?.close()
        watcher = nil
        for input in inputs { Self.closeDevices(of: input) }
        inputs = []
        retryTime = nil
    }

    /// When `wake(at:)` is to be called.
    public var deadline: Instant? {
        var first = retryTime
        for index in inputs.indices {
            guard let due = inputs[index].gpio?.deadline else { continue }
            if let earliest = first, earliest <= due { continue }
            first = due
        }
        return first
    }

    public func wake(at time: Instant) {
        for index in inputs.indices { inputs[index].gpio?.wake(at: time) }
        if let retryTime, retryTime <= time { look(at: time) }
    }

    /// Takes new settings over. Inputs whose settings are the same keep their devices, whatever their place is now.
    public func update(
        settings: [InputSettings], panelInputs: [PanelInput], buttonDebounce: Interval, at time: Instant
    ) {
        // A button's lines are asked for together with how long they are to be stable.
        let isDebounceKept = buttonDebounce == self.buttonDebounce
        self.buttonDebounce = buttonDebounce
        var before = inputs
        claims = NodeClaims(settings)
        inputs = Self.inputs(settings, panelInputs, receiver)
        for index in inputs.indices {
            guard
                let kept = before.firstIndex(where: { $0.isSame(as: settings[index], panelInputs[index]) }),
                isDebounceKept || !before[kept].settings.hasGPIOButton
            else { continue }
            inputs[index] = before.remove(at: kept)
            inputs[index].move(to: index, panelInputs[index])
        }
        for input in before { Self.closeDevices(of: input) }
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
            device.haptics?.play(effect, atMicroseconds: MonotonicClock.nowMicroseconds())
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

    private func look(at time: Instant) {
        retryTime = watcher == nil ? time + Self.retryInterval : nil
        lookForNodes(at: time)
        for input in inputs {
            guard case .gpio(let settings) = input.settings.source else { continue }
            if let device = input.gpio {
                // What comes after it is looked for in a second, or when it is heard of.
                if !device.isPresent { lost(device, .noDevice) }
            } else {
                attach(settings, to: input, at: time)
            }
        }
    }

    private func lookForNodes(at time: Instant) {
        guard let nodes, inputs.contains(where: \.takesNodes) else { return }
        let present = nodes.nodes(waitingForUdev: watcher?.isUdev ?? NodeList.udevRuns)
        let places = Set(present.map(\.place))
        // What has gone first: its successor may have the same number.
        for input in inputs {
            for device in input.devices where !places.contains(device.node.place) {
                lose(device, of: input, .noDevice, at: time)
            }
        }
        for input in inputs where input.devices.isEmpty { input.problem = nil }
        let opened = Set(inputs.flatMap { $0.devices.map(\.node.place) })
        for node in present where !opened.contains(node.place) {
            guard case .input(let index) = claims.answer(for: node) else { continue }
            attach(node, to: inputs[index], at: time)
        }
        for input in inputs where input.takesNodes && input.devices.isEmpty {
            input.waitForNode(at: time)
            // Links are made by someone else, without a word here.
            if input.settings.match?.path != nil { retryTime = time + Self.retryInterval }
        }
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
            let remedy = error.errno == .accessDenied ? "; add the user to the group input" : ""
            input.problem = "\(error)\(remedy)"
            retryTime = time + Self.retryInterval
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
            retryTime = time + Self.retryInterval
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
        retryTime = .now + Self.retryInterval
    }

    func devicesChanged() { look(at: .now) }
}

extension Instant {
    static var now: Instant { Instant(microseconds: MonotonicClock.nowMicroseconds()) }
}
