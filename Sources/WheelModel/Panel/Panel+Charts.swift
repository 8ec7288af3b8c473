import WheelGeometry

/// One finger that drags a chart of positions.
extension Panel {
    /// A finger that has strayed is no tap. If its control has a chart, it drags that from where it has left the slop, so
    /// that the chart does not jump. While the whole chart is visible, nothing moves.
    mutating func beginChartDrag(_ index: Int, on control: Int, of surface: Int) {
        guard surfaces[surface].fingers[index].hasStrayed, !surfaces[surface].fingers[index].isOnPending,
            let window = surfaces[surface].layout.window(of: control)
        else { return }
        let start = surfaces[surface].edgeOfSlop(ofFinger: index)
        drag(ChartGrip(controls[control].chart, window, start), with: index, on: control, of: surface)
    }

    mutating func drag(_ grip: ChartGrip, with index: Int, on control: Int, of surface: Int) {
        var grip = grip
        let place = surfaces[surface].fingers[index].onPage
        if isLocked(control) {
            grip = ChartGrip(controls[control].chart, grip.window, place)
        } else {
            grip.move(&controls[control].chart, to: place)
        }
        surfaces[surface].fingers[index].role = .chart(grip)
    }
}

extension Finger {
    /// Whether it came down on Apply or Revert.
    fileprivate var isOnPending: Bool {
        switch target?.kind {
        case .apply, .revert: true
        default: false
        }
    }
}
