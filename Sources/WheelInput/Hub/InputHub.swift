public import LinuxSystem
import WheelCore
import WheelModel

/// The devices of all inputs. Opens them, watches for hot-plug and reads them, on the thread of the event loop. The
/// receiver must outlive the hub.
public final class InputHub {
    let loop: EventLoop
    private unowned let receiver: any InputReceiver
    let nodes: NodeList?
    private var buttonDebounce: Interval
    private(set) var watcher: DeviceWatcher?
    private(set) var inputs: [InputSlot] = []
    private(set) var claims = NodeClaims([])
    /// The open event devices.
    var devices: [EvdevDevice] = []
    /// The number of event devices that were opened so far.
    var deviceCount = 0
    var retry = RetryPlan()
    /// Why hot-plug is not watched, as the log has it.
    private var watchProblem: String?
    /// Whether a scan is due even if every input has a device, since a node could not be used yet.
    var needsNodeScan = false

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
    }

    /// Opens the devices that are present and starts to watch for others. Waits until all GPIO lines are open, which takes
    /// some milliseconds.
    public func start(at time: Instant) {
        watch()
        rescan(at: time)
        for input in inputs {
            guard let openTime = input.gpio?.openTime else { continue }
            MonotonicClock.sleep(until: openTime)
            input.gpio?.wake(at: openTime)
        }
    }

    /// Starts to watch for hot-plug. After a failure the next retry tries again.
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
        retry.startAnew()
    }

    /// The time of the next call to `wake(at:)`.
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
        if retry.consume(at: time) { tryAgain(at: time) }
    }

    /// For each input its index in new settings, or `nil` if `update` will release its devices. `update` sends no
    /// release for buttons that these hold, so the receiver must release them before.
    public func indices(in settings: [InputSettings], buttonDebounce: Interval) -> [Int?] {
        // The debounce of a button is part of the decoder of its lines.
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

    /// Applies new settings. Inputs with the same device settings keep their devices, at any index.
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
        // Another input may have a better claim to a device now, or to a part of it.
        for device in devices { divide(device, at: time) }
        rescan(at: time)
    }

    /// Sets the size that the positions of an input's touches are scaled to, usually that of a display.
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

    /// Turns raw events of an input on or off.
    public func reportRaw(_ isOn: Bool, of input: Int, at time: Instant) {
        inputs[input].merger.reportsRaw = isOn
        if isOn { inputs[input].reportInitialState(at: time) }
    }

    /// Whether an input has a device, with the name of the device or the reason.
    public func state(of input: Int) -> (state: DeviceState, detail: String) {
        inputs[input].state
    }

    // MARK: Opening devices.

    /// Looks for all devices, since something may have changed. What is missing is tried again soon.
    private func rescan(at time: Instant) {
        retry.startAnew()
        scanNodes(at: time)
        for input in inputs {
            input.waitForClient(at: time)
            guard let device = input.gpio else {
                requestLines(of: input, at: time)
                continue
            }
            // The next retry or the watcher finds its successor.
            if !device.isPresent { lost(device, .noDevice) }
        }
        if watcher == nil { retry.plan(at: time) }
    }

    /// Looks for what inputs wait for, since nothing may report it. Looks for everything if hot-plug was not watched.
    private func tryAgain(at time: Instant) {
        let wasWatching = watcher != nil
        watch()
        guard wasWatching else { return rescan(at: time) }
        if inputs.contains(where: { $0.usesEventDevices && $0.parts.isEmpty }) || needsNodeScan {
            scanNodes(at: time)
        }
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

    fileprivate func refuse(_ input: InputSlot, _ problem: GPIOProblem, at time: Instant) {
        input.report(.waiting, problem.description, at: time)
        retry.plan(at: time)
    }

    private static func inputs(_ settings: [InputSettings], _ receiver: any InputReceiver) -> [InputSlot] {
        settings.enumerated().map { InputSlot($1, index: $0, receiver: receiver) }
    }

    /// Closes the devices of an input that ends. Other inputs keep what they have of them.
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

/// What devices and the watcher report.
extension InputHub {
    /// The lines are open now.
    func opened(_ device: GPIODevice, at time: Instant) {
        guard let input = inputs.first(where: { $0.gpio === device }) else { return }
        input.report(.attached, device.lineNames, at: time)
        input.reportInitialState(at: time)
        if case .gpio(let settings) = input.settings.source, settings.tellsInitial {
            device.reportInitialLevel(at: time)
        }
    }

    /// The lines cannot be opened.
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

    /// Devices may have come or gone.
    func devicesChanged() { rescan(at: .now) }
}
