import LinuxSystem
import WheelClient
import WheelCore
import WheelWire

/// Values and commits as rows of a table in the format of RFC 4180, for spreadsheets and databases.
struct CSVRows {
    enum TimeForm: String, CaseIterable {
        /// Seconds since 1970, UTC.
        case seconds
        /// ISO 8601, with the machine's offset to UTC.
        case iso
    }

    static let events: [EventName] = [.value, .commit]

    let timeForm: TimeForm
    private var units: [String: String] = [:]

    init(_ timeForm: TimeForm, _ listing: Listing) {
        self.timeForm = timeForm
        add(listing)
    }

    static let header = "time,control,value,unit,source"

    mutating func row(_ event: Event) -> String? {
        switch event.content {
        case .value(let value): return row(event.time, value.control, value.value, value.source)
        case .commit(let control, let value, _, let source): return row(event.time, control, value, source)
        case .controls(let listing):
            add(listing)
            return nil
        default: return nil
        }
    }

    private mutating func add(_ listing: Listing) {
        units = [:]
        for control in listing.controls { units[control.name] = control.unit }
    }

    private func row(_ time: Instant, _ control: String, _ value: ControlValue, _ source: EventSource) -> String {
        [text(of: time), control, text(of: value), units[control] ?? "", text(of: source)].map(field)
            .joined(separator: ",")
    }

    /// The wall-clock time of the event. Both clocks are read now, so the time is right even if the wall clock was set
    /// after the connection was made.
    private func text(of time: Instant) -> String {
        let age = MonotonicClock.now - time
        let wall = RealtimeClock.nowMicroseconds() - age.microseconds
        switch timeForm {
        case .seconds:
            let fraction = String(wall % 1_000_000)
            return "\(wall / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
        case .iso: return LocalTime(realtimeMicroseconds: wall).iso8601
        }
    }

    /// The positions of a selection are separated by spaces. A name that contains a space makes the field ambiguous.
    private func text(of value: ControlValue) -> String {
        switch value {
        case .number: value.json
        case .position(let name): name
        case .positions(let names): names.joined(separator: " ")
        }
    }

    private func text(of source: EventSource) -> String {
        switch source {
        case .input(let name), .view(let name, _): name
        case .client(let number): "client \(number)"
        case .ramp: "ramp"
        case .restore: "restore"
        }
    }

    /// A field that contains a comma, a quotation mark or a line end is enclosed in quotation marks, and its own
    /// quotation marks are doubled.
    private func field(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
