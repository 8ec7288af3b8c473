/// The step that is drawn most often: only texts change, such as numbers, and each stands alone on a ground of one colour.
extension Sweep {
    /// A changed rectangle in which one text is drawn, and nothing else.
    struct LoneText: BitwiseCopyable {
        var text: UnsafePointer<Frame.Slot>
        var rows: Span
        var columns: Span
    }

    /// A step with more boxes is drawn in the strip, as other steps are.
    static let mostLoneTexts = 4

    /// Draws such a step without the strip. Returns `false` if the step is of another kind. `run` then draws all of it.
    mutating func drawNumbers(_ frames: borrowing FramePair, over ground: Ground, into target: PixelBuffer) -> Bool {
        guard !isSharp && target.format.bytesPerPixel != 3 && findLoneTexts(frames, Int32(target.width)) else {
            return false
        }
        for index in 0..<loneTexts.count {
            let box = loneTexts[index]
            guard write(box.text.pointee, frames, nil, ground, box.rows, box.columns, into: target) else {
                return false
            }
        }
        return true
    }

    /// Finds the box of each change. Returns `false` if a change has none, if there are too many changes, or if the boxes are not
    /// in the order of `DamageRegion`.
    private mutating func findLoneTexts(_ frames: borrowing FramePair, _ width: Int32) -> Bool {
        loneTexts.removeAll()
        guard frames.changes.list.count <= Sweep.mostLoneTexts else { return false }
        for index in 0..<frames.changes.list.count {
            let change = frames.changes.list.start + index
            let rows = change.pointee.rows
            let columns = change.pointee.columns.intersection(Span(from: 0, to: width))
            guard !columns.isEmpty, let text = loneText(frames.next, rows, columns) else { return false }
            if index > 0 {
                let last = loneTexts[index - 1]
                let isBelow = rows.from >= last.rows.to
                guard isBelow || rows == last.rows && columns.from >= last.columns.to else { return false }
            }
            loneTexts.append(LoneText(text: text, rows: rows, columns: columns))
        }
        return true
    }

    /// The only text in a box; `nil` if the box has no text, several texts or a shape.
    private func loneText(_ frame: borrowing Frame, _ rows: Span, _ columns: Span) -> UnsafePointer<Frame.Slot>? {
        var found: UnsafePointer<Frame.Slot>?
        for index in 0..<frame.slots.count {
            let slot = UnsafePointer(frame.slots.start + index)
            guard slot.pointee.rows.overlaps(rows) && slot.pointee.columns.overlaps(columns) else { continue }
            guard found == nil && slot.pointee.isText else { return nil }
            found = slot
        }
        return found
    }
}
