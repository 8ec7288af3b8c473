public import LinuxSystem
public import WheelCore
public import WheelModel

/// Opens and reads the devices of all inputs and watches for hot-plug, on the thread of the event loop. The receiver
/// must outlive the hub.
///
/// For example: a knob is unplugged and plugged into another port. The knob's descriptor reports ENODEV, and the state
/// of the input changes to lost and then to waiting. Then the kernel makes /dev/input/event7. inotify reports the new
/// file at once, and udev reports the device after setting it up. Each report starts a scan of all devices: the scan
/// compares the devices that are present with those that are open, by their paths in /sys. `NodeClaims` decides which
/// inputs the new node belongs to. The node is opened once and divided among its inputs.
///
/// What can go wrong: a node appears before its access rights are set (EACCES), another program uses a GPIO line, or a
/// path in the configuration is a link that is changed later. The removal of such an obstacle is not always reported.
/// So while an input waits for its device, the hub also retries by itself, at growing intervals (`RetryPlan`). A lost
/// device is closed before its successor is opened, since the kernel may give the successor the same number.
public final class InputHub {
    private let loop: EventLoop
    private unowned let receiver: any InputReceiver
    private let nodes: NodeList?
    private var buttonDebounce: Interval
    private var watcher: DeviceWatcher?
    private var inputs: [InputSlot] = []
    /// The inputs on GPIO, which alone have deadlines. The list saves a search among all inputs: a panel also has an
    /// input for each possible view.
    private var gpioInputs: [InputSlot] = []
    private var claims = NodeClaims([])
    private var devices: [EvdevDevice] = []
    /// The number of event devices opened so far, failed attempts included.
    private var deviceCount = 0
    private var retry = RetryPlan()
    /// Why hot-plug is not watched, in the words of the last log line about it.
    private var watchProblem: String?
    /// Whether the next retry scans the nodes even if every input has a device, because a node could not be used yet.
    private var needsNodeScan = false

    /// Opens nothing before `start`.
    public init(
        loop: EventLoop, settings: [InputSettings], buttonDebounce: Interval = .milliseconds(20),
        receiver: any InputReceiver
    ) {
        self.loop = loop
        self.receiver = receiver
        self.buttonDebounce = buttonDebounce
        nodes = NodeList()
        claims = NodeClaims(settings)
        inputs = Self.inputs(settings, receiver)
        findGPIO()
    }

    /// Opens the devices that are present and starts to watch for new ones. Waits a few milliseconds, until all GPIO
    /// lines are open.
    public func start(at time: Instant) {
        watch()
        rescan(at: time)
        for input in inputs {
            guard let openTime = input.gpio?.openTime else { continue }
            MonotonicClock.sleep(until: openTime)
            input.gpio?.wake(at: openTime)
        }
    }

    /// Starts to watch for hot-plug. If this fails, the hub's next retry calls this method again.
    private func watch() {
        guard watcher == nil, let nodes else { return }
        do throws(SystemError) {
            watcher = try DeviceWatcher(udev: nodes.udev, loop: loop, hub: self)
            if watchProblem != nil { Log.info("hot-plug is watched again") }
            watchProblem = nil
        } catch {
            let problem = "\(error)"
            if problem != watchProblem {
                Log.warning("hot-plug cannot be watched, so devices are scanned every second: \(problem)")
            }
            watchProblem = problem
        }
    }

    /// Releases all devices. No events follow.
    public func close() {
        watcher?.close()
        watcher = nil
        for input in inputs { closeDevices(of: input) }
        inputs = []
        findGPIO()
        retry.startAnew()
    }

    /// The time of the next call to `wake(at:)`.
    public var deadline: Instant? {
        var first = retry.due
        for index in gpioInputs.indices { first = .earliest(first, gpioInputs[index].gpio?.deadline) }
        return first
    }

    public func wake(at time: Instant) {
        for index in gpioInputs.indices { gpioInputs[index].gpio?.wake(at: time) }
        if retry.consume(at: time) { tryAgain(at: time) }
    }

    private func findGPIO() {
        gpioInputs = inputs.filter { if case .gpio = $0.settings.source { true } else { false } }
    }

    /// The index that each input gets under new settings, or `nil` if `update` will close its devices. `update` sends
    /// no release for buttons that are held on these devices, so the receiver must release them first.
    public func indices(in settings: [InputSettings], buttonDebounce: Interval) -> [Int?] {
        // The decoder of a GPIO button keeps its debounce interval, so a new interval needs a new device.
        let isDebounceKept = buttonDebounce == self.buttonDebounce
        var newIndices: [Int?] = inputs.map { _ in nil }
        for index in settings.indices {
            let kept = inputs.indices.first { input in
                newIndices[input] == nil && inputs[input].keepsDevices(under: settings[index])
            }
            guard let kept, isDebounceKept || !inputs[kept].settings.hasGPIOButton else { continue }
            newIndices[kept] = index
        }
        return newIndices
    }

    /// Applies new settings. Inputs whose device settings do not change keep their devices, even at another index.
    public func update(settings: [InputSettings], buttonDebounce: Interval, at time: Instant) {
        let newIndices = indices(in: settings, buttonDebounce: buttonDebounce)
        self.buttonDebounce = buttonDebounce
        let before = inputs
        claims = NodeClaims(settings)
        inputs = Self.inputs(settings, receiver)
        for (input, index) in zip(before, newIndices) {
            if let index {
                inputs[index] = input
                input.move(to: index, settings[index], at: time)
            } else {
                closeDevices(of: input)
            }
        }
        findGPIO()
        // Under the new settings an open device, or a part of it, may belong to another input.
        for device in devices { divide(device, at: time) }
        rescan(at: time)
    }

    /// Sets the size to which the touch positions of an input are scaled, usually the size of a display.
    public func setTouchArea(of input: Int, to size: Size) {
        inputs[input].touchArea = size
        for part in inputs[input].parts { part.setTouchArea(size) }
        inputs[input].fed?.area = size
    }

    /// Plays an effect on the input's devices that have force feedback. Never waits.
    public func playHaptics(_ effect: HapticEffect, of input: Int) {
        for part in inputs[input].parts where part.wantsHaptics {
            part.device.play(effect, at: MonotonicClock.now)
        }
    }

    /// Turns the reporting of an input's raw events on or off.
    public func reportRaw(_ isOn: Bool, of input: Int, at time: Instant) {
        inputs[input].merger.reportsRaw = isOn
        if isOn { inputs[input].reportInitialState(at: time) }
    }

    /// Whether an input has a device, with the name of the device or the reason why it has none.
    public func state(of input: Int) -> (state: DeviceState, detail: String) {
        inputs[input].state
    }

    // MARK: Opening devices

    /// Looks for all devices, because a device may have been added or removed. Retries start with the shortest pause
    /// again.
    private func rescan(at time: Instant) {
        retry.startAnew()
        scanNodes(at: time)
        for input in inputs {
            input.waitForClient(at: time)
            guard let device = input.gpio else {
                requestLines(of: input, at: time)
                continue
            }
            if !device.isPresent { lost(device, .noDevice) }
        }
        if watcher == nil { retry.plan(at: time) }
    }

    /// Looks for the devices that inputs wait for, since their arrival may not be reported. Looks for all devices if
    /// hot-plug was not watched.
    private func tryAgain(at time: Instant) {
        let wasWatching = watcher != nil
        watch()
        guard wasWatching else { return rescan(at: time) }
        if needsNodeScan || inputs.contains(where: \.waitsForNode) { scanNodes(at: time) }
        for input in inputs where input.gpio == nil { requestLines(of: input, at: time) }
    }

    private func requestLines(of input: InputSlot, at time: Instant) {
        if case .gpio(let settings) = input.settings.source { attach(settings, to: input, at: time) }
    }

    private func attach(_ settings: GPIOSettings, to input: InputSlot, at time: Instant) {
        do throws(GPIOProblem) {
            input.gpio = try GPIODevice(
                settings, isDetentless: input.settings.isDetentless, buttonDebounce: buttonDebounce,
                merger: input.merger, loop: loop, hub: self)
        } catch {
            refuse(input, error, at: time)
        }
    }

    private func refuse(_ input: InputSlot, _ problem: GPIOProblem, at time: Instant) {
        input.report(.waiting, problem.description, at: time)
        retry.plan(at: time)
    }

    private static func inputs(_ settings: [InputSettings], _ receiver: any InputReceiver) -> [InputSlot] {
        settings.enumerated().map { InputSlot($1, index: $0, receiver: receiver) }
    }

    /// Closes the devices of an input. A shared device stays open for the other inputs.
    private func closeDevices(of input: InputSlot) {
        for part in input.parts {
            part.device.remove(part)
            if part.device.parts.isEmpty { close(part.device) }
        }
        input.parts = []
        input.gpio?.close()
        input.gpio = nil
        input.fed = nil
    }
}

/// The methods that the devices and the watcher call.
extension InputHub {
    func opened(_ device: GPIODevice, at time: Instant) {
        guard let input = inputs.first(where: { $0.gpio === device }) else { return }
        input.report(.attached, device.lineNames, at: time)
        input.reportInitialState(at: time)
    }

    func refused(_ device: GPIODevice, _ problem: GPIOProblem, at time: Instant) {
        guard let input = inputs.first(where: { $0.gpio === device }) else { return }
        device.close()
        input.gpio = nil
        refuse(input, problem, at: time)
    }

    func lost(_ device: GPIODevice, _ reason: Errno) {
        guard let input = inputs.first(where: { $0.gpio === device }) else { return }
        device.close()
        input.gpio = nil
        input.lose(reason.name, at: .now)
        retry.startAnew()
        retry.plan(at: .now)
    }

    func devicesChanged() { rescan(at: .now) }
}

/// Event devices: finding, opening, dividing and losing them.
extension InputHub {
    private func scanNodes(at time: Instant) {
        needsNodeScan = false
        guard let nodes, inputs.contains(where: \.settings.usesEventDevices) else { return }
        // Lost devices are closed first, since a successor may have the same event number.
        for device in devices where !device.node.isPluggedIn { lose(device, .noDevice, at: time) }
        for input in inputs where input.parts.isEmpty { input.problem = nil }
        do throws(SystemError) {
            let found = try nodes.scan(waitingForUdev: watcher?.isUdev ?? NodeList.udevRuns)
            let opened = Set(devices.map(\.node.place))
            for node in found.nodes where !opened.contains(node.place) { attach(node, at: time) }
            for (index, input) in inputs.enumerated() where input.parts.isEmpty && input.problem == nil {
                input.problem = claims.reasonWithout(index, among: found.nodes)
            }
            if found.isUnfinished { planNodeScan(at: time) }
        } catch {
            // The nodes cannot be listed, for example because no descriptor is free. Open devices are not affected.
            for input in inputs where input.waitsForNode { input.problem = "\(error)" }
            planNodeScan(at: time)
        }
        for input in inputs where input.waitsForNode {
            input.waitForNode(at: time)
            // The path may be a symbolic link in a folder that is not watched, such as /dev/input/by-id, so another
            // scan is planned.
            if input.settings.match?.path != nil { planNodeScan(at: time) }
        }
    }

    private func planNodeScan(at time: Instant) {
        needsNodeScan = true
        retry.plan(at: time)
    }

    /// Opens a node for the inputs that claim it.
    private func attach(_ node: InputNode, at time: Instant) {
        guard case .inputs(let claims) = self.claims.answer(for: node) else { return }
        do throws(SystemError) {
            deviceCount += 1
            let device = try EvdevDevice(node, number: deviceCount, loop: loop, hub: self)
            devices.append(device)
            divide(device, at: time)
        } catch {
            report(error, to: claims, at: time)
        }
    }

    /// Gives each input that claims a device its part of the device. Parts that do not change are kept.
    private func divide(_ device: EvdevDevice, at time: Instant) {
        let wanted: [NodeClaims.Claim] =
            if case .inputs(let claims) = self.claims.answer(for: device.node) { claims } else { [] }
        for part in device.parts
        where !wanted.contains(where: { inputs[$0.input] === part.input && $0.share == part.share }) {
            device.remove(part)
            lose(part, .noDevice, at: time)
        }
        var added: [EvdevPart] = []
        for claim in wanted where !device.parts.contains(where: { $0.input === inputs[claim.input] }) {
            do throws(SystemError) {
                added.append(try device.add(inputs[claim.input], claim.share))
            } catch {
                report(error, to: [claim], at: time)
            }
        }
        guard !device.parts.isEmpty else { return close(device) }
        do throws(SystemError) {
            let complaints = try device.start()
            let names = device.parts.map(\.input.settings.name).joined(separator: " and ")
            for complaint in complaints { Log.warning("input \(names): \(complaint)") }
        } catch {
            close(device)
            return report(error, to: wanted, at: time)
        }
        for part in added { begin(part, at: time) }
    }

    private func begin(_ part: EvdevPart, at time: Instant) {
        let input = part.input
        input.parts.append(part)
        input.problem = nil
        part.setTouchArea(input.touchArea)
        if let geometry = part.geometry { input.merger.send(.surface(geometry.size), at: time) }
        part.reportInitialState(slots: part.device.slots, at: time)
        input.report(.attached, input.deviceNames, at: time)
    }

    private func report(_ error: SystemError, to claims: [NodeClaims.Claim], at time: Instant) {
        // A device that was unplugged a moment ago needs no retry: the watcher reports its successor.
        guard error.errno != .noDevice, error.errno != .noSuchFile else { return }
        for claim in claims { inputs[claim.input].problem = "\(error)\(error.errno.remedy(group: "input"))" }
        planNodeScan(at: time)
    }

    private func close(_ device: EvdevDevice) {
        device.close()
        devices.removeAll { $0 === device }
    }

    func lost(_ device: EvdevDevice, _ reason: Errno) {
        guard devices.contains(where: { $0 === device }) else { return }
        lose(device, reason, at: .now)
        // If a read failed but the device is still attached, nothing reports the device again, so a scan is planned.
        retry.startAnew()
        planNodeScan(at: .now)
    }

    private func lose(_ device: EvdevDevice, _ reason: Errno, at time: Instant) {
        close(device)
        for part in device.parts { lose(part, reason, at: time) }
    }

    /// Removes a part of a device from its input. If no part remains, the input has lost its device.
    private func lose(_ part: EvdevPart, _ reason: Errno, at time: Instant) {
        let input = part.input
        input.parts.removeAll { $0 === part }
        if input.parts.isEmpty {
            input.lose(reason.name, at: time)
        } else {
            part.releaseAll(at: time)
            input.report(.attached, input.deviceNames, at: time)
        }
    }
}

/// Inputs whose events clients send.
extension InputHub {
    /// Applies a `feed`: all of its events or none. The first `feed` claims the input for its client.
    public func feed(
        _ input: Int, _ request: Request, from client: Int, at now: Instant
    ) throws(CommandRefusal) {
        let slot = try fedSlot(input, of: client)
        // A single event needs no array, so that it allocates nothing.
        let single = FedEvent(request)
        let events = single == nil ? request.fedEvents : []
        let hasSize = request["size"] != nil || slot.fed?.size != nil
        if let single { try slot.check(single, hasSize: hasSize) }
        for event in events { try slot.check(event, hasSize: hasSize) }
        let device = claim(slot, for: client, at: now)
        if let size = request.fedSize { device.resize(to: size, at: now) }
        if let single { device.apply(single, at: now) }
        for event in events { device.apply(event, at: now) }
    }

    /// Ends the claim of a client.
    public func unfeed(_ input: Int, from client: Int, at now: Instant) throws(CommandRefusal) {
        let slot = try fedSlot(input, of: client)
        if slot.fed != nil { slot.lose("client \(client)", at: now) }
    }

    /// Whether the client that feeds the input holds a finger or a button down.
    public func isDown(_ input: Int) -> Bool { inputs[input].fed?.frames.isDown ?? false }

    /// Cancels all touches and releases all buttons of an input. The cancelled contacts are ignored until the client
    /// lifts them.
    public func lift(_ input: Int, at now: Instant) { inputs[input].fed?.lift(at: now) }

    public func clientLeft(_ client: Int, at now: Instant) {
        for slot in inputs where slot.fed?.client == client { slot.lose("client \(client)", at: now) }
    }

    private func claim(_ slot: InputSlot, for client: Int, at now: Instant) -> FedDevice {
        if let device = slot.fed { return device }
        guard case .client(let settings) = slot.settings.source else { preconditionFailure("the input is not fed") }
        let device = FedDevice(settings, client: client, buttonNames: slot.buttonNames, merger: slot.merger, at: now)
        device.area = slot.touchArea
        slot.fed = device
        slot.report(.attached, "client \(client)", at: now)
        return device
    }

    private func fedSlot(_ input: Int, of client: Int) throws(CommandRefusal) -> InputSlot {
        let slot = inputs[input]
        guard case .client = slot.settings.source else {
            throw .notFed(input: slot.settings.name, type: slot.settings.source.type)
        }
        if let owner = slot.fed?.client, owner != client { throw .busy(input: slot.settings.name, client: owner) }
        return slot
    }
}

extension InputSlot {
    /// Refuses an event of a button that the input does not have, an event that does not say which of several buttons
    /// has changed, and contacts if the sizes of their surface and of a display are both unknown.
    ///
    /// `hasSize`: whether the size of the client's surface is known, from this request or an earlier one.
    fileprivate func check(_ event: FedEvent, hasSize: Bool) throws(CommandRefusal) {
        switch event.action {
        case .turn: break
        case .button(nil, _):
            if settings.buttons.count > 1 { throw .needsButton(input: settings.name, among: buttonNames) }
        case .button(let name?, _):
            for button in settings.buttons where button.name == name { return }
            throw .unknown(.button, name, of: settings.name, among: buttonNames)
        case .contacts:
            if touchArea == nil, !hasSize { throw .needsSize(input: settings.name) }
        }
    }
}
