import WheelModel
import WheelWire

extension ClientQueue {
    /// What waits, in the order in which it is sent.
    enum Item {
        /// A value with a `line` is sent as it is. One without a line was merged: it is sent with the line of the control's
        /// newest value at that time.
        case value(WaitingValue, line: [UInt8]?)
        /// `isKept`: it is dropped last, since it is a commit or the end of a pending value.
        /// `count`: how many events are missed if this one is dropped. It is more than 1 for a value that replaced others
        /// before its control was removed.
        /// `step`: the step that it is part of, if that step has several events.
        case event([UInt8], isKept: Bool, control: Int?, count: Int, step: Int?)
        /// The state of all controls. It is never dropped, since the events after it name what only it explains.
        case controls([UInt8])
        /// A reply, or the first line.
        case answer([UInt8])
        /// The same, of which the second part is shared with other clients.
        case sharedAnswer([UInt8], [UInt8])
        /// A frame of a remote display, for this watch. It is no event that counts against `most`: there is at most one of
        /// each watch.
        case frame([UInt8], watch: Int)

        var step: Int? {
            switch self {
            case .value(let waiting, _): waiting.step
            case .event(_, _, _, _, let step): step
            case .controls, .answer, .sharedAnswer, .frame: nil
            }
        }

        /// A line that is sent from where it is, without a copy for this client. The other items are lines of their own, or
        /// short. `hasMore`: another event of the same step follows; it is computed for a long event alone.
        func long(hasMore: @autoclosure () -> Bool) -> LongLine? {
            switch self {
            case .frame(let line, let watch): LongLine(line, watch: watch)
            case .sharedAnswer(let head, let body): LongLine(head, body)
            case .controls(let line), .answer(let line): line.count > LongLine.least ? LongLine(line) : nil
            case .value(_, .some(let line)), .event(let line, _, _, _, _):
                line.count > LongLine.least ? LongLine(event: line, hasMore: hasMore()) : nil
            case .value(_, .none): nil
            }
        }

        /// What the item has the state of, if a newer item may replace it.
        var subject: Subject? {
            switch self {
            case .value(let waiting, _): .value(waiting.subject)
            case .controls: .allControls
            case .frame(_, let watch): .watch(watch)
            case .event, .answer, .sharedAnswer: nil
            }
        }
    }

    /// What an item that a newer one may replace is about.
    enum Subject: Hashable {
        case value(WaitingValue.Subject)
        case allControls
        case watch(Int)
    }
}
