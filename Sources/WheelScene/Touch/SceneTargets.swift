import WheelGeometry
import WheelModel
import WheelSettings

extension AngleLayout {
    /// The arm can be taken anywhere in the scene.
    func targets(of control: Int, in cell: Rect) -> [TouchTarget] {
        let arm = TouchKind.arm(
            control: control, vertex: vertex, ignoredRadius: 20 * unit, valuePerTurn: scale.valuePerTurn,
            valueOnBaseline: scale.origin)
        return [TouchTarget(arm, area: cell)] + readout.targets(of: control)
    }
}

extension WheelLayout {
    /// The wheel's length is that of its frame; across, a finger may miss it a little.
    func targets(of control: Int) -> [TouchTarget] {
        let margin = 14 * unit
        let area =
            isVertical ? frame.inset(left: -margin, right: -margin) : frame.inset(top: -margin, bottom: -margin)
        return [TouchTarget(.wheel(control: control, isVertical ? .vertical : .horizontal), area: area)]
            + readout.targets(of: control)
    }
}

extension RotorLayout {
    /// Turned about its centre from anywhere; where a ramp moves it, the rectangle is the ramp's button.
    func targets(of control: Int, _ number: NumberSettings, ramp: Int?, in cell: Rect) -> [TouchTarget] {
        // An arm counts its angle from the left, this rectangle from above.
        let arm = TouchKind.arm(
            control: control, vertex: center, ignoredRadius: 20 * unit, valuePerTurn: scale.valuePerTurn,
            valueOnBaseline: scale.originTurnedBack(number))
        var targets = [TouchTarget(arm, area: cell)]
        if let ramp {
            let side = size.width
            targets.append(
                TouchTarget(
                    .rampButton(ramp: ramp), area: Rect(center: center, size: Size(width: side, height: side))))
        }
        targets.append(
            TouchTarget(.slider(control: control, ramp: ramp, length: slider.length), area: slider.area))
        return targets + readout.targets(of: control)
    }
}

extension SeatLayout {
    /// Seats, or their blocks while these are too small for a finger, in the window.
    func targets(of control: Int, bySeats: Bool) -> [TouchTarget] {
        let window = [TouchTarget(.chart(control: control), area: window)]
        guard bySeats else { return window + chart.blocks.map { target(of: $0, control) } }
        let area = Rect(center: .zero, size: chart.reach)
        return window
            + chart.seats.enumerated().map { position, seat in
                TouchTarget(.seat(control: control, position: position), area: area, transform: seat.transform)
            }
    }

    /// A sector is met in a rectangle that is turned as it is.
    private func target(of block: SeatBlock, _ control: Int) -> TouchTarget {
        let kind = TouchKind.block(control: control, block.bounds)
        switch block.form {
        case .rectangle: return TouchTarget(kind, area: block.bounds)
        case .sector(let center, let inner, let outer, let from, let to):
            let half = (to - from) / 2
            guard half < .degrees(80) else { return TouchTarget(kind, area: block.bounds) }
            let width = 2 * outer * half.sine
            let area = Rect(x: -width / 2, y: -outer, width: width, height: outer - inner * half.cosine)
            return TouchTarget(
                kind, area: area,
                transform: AffineTransform.rotation(by: from + half).then(.translation(by: center - .zero)))
        }
    }
}
