import LinuxSystem
import WheelCore
import WheelModel

/// Event devices: finding, opening, dividing and losing them.
extension InputHub {
    func scanNodes(at time: Instant) {
        needsNodeScan = false
        guard let nodes, inputs.contains(where: \.usesEventDevices) else { return }
        // Lost devices first, since a successor may have the same number.
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
            // For example no descriptor is left. Open devices are not affected.
            for input in inputs where input.usesEventDevices && input.parts.isEmpty { input.problem = "\(error)" }
            planNodeScan(at: time)
        }
        for input in inputs where input.usesEventDevices && input.parts.isEmpty {
            input.waitForNode(at: time)
            // The path may be a link, and nothing reports new links.
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

    /// Gives each input that claims a device its part of it. Parts that stay the same go on.
    func divide(_ device: EvdevDevice, at time: Instant) {
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
        // A device that has just gone is no problem, since the watcher reports its successor.
        guard error.errno != .noDevice, error.errno != .noSuchFile else { return }
        for claim in claims { inputs[claim.input].problem = "\(error)\(error.errno.remedy(group: "input"))" }
        planNodeScan(at: time)
    }

    // MARK: Losing devices.

    func close(_ device: EvdevDevice) {
        device.close()
        devices.removeAll { $0 === device }
    }

    /// What a device reports.
    func lost(_ device: EvdevDevice, _ reason: Errno) {
        if devices.contains(where: { $0 === device }) { lose(device, reason, at: .now) }
    }

    private func lose(_ device: EvdevDevice, _ reason: Errno, at time: Instant) {
        close(device)
        for part in device.parts { lose(part, reason, at: time) }
    }

    /// An input loses its part of a device.
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
