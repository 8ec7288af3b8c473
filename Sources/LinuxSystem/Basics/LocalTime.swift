internal import Glibc

/// A time of the wall clock, as a date and a time of day in the machine's time zone: localtime_r(3).
public struct LocalTime: Equatable, Sendable {
    public let year: Int
    public let month: Int
    public let day: Int
    public let hour: Int
    public let minute: Int
    public let second: Int
    public let microsecond: Int
    /// The number of seconds by which local time is ahead of UTC.
    public let offset: Int

    /// `realtimeMicroseconds`: the microseconds since the beginning of 1970, UTC.
    public init(realtimeMicroseconds time: Int64) {
        let rest = time % 1_000_000
        let microsecond = rest < 0 ? rest + 1_000_000 : rest
        var seconds = time_t((time - microsecond) / 1_000_000)
        var parts = tm()
        // localtime_r(3) is not required to read the time zone, so tzset(3) reads it here.
        tzset()
        // localtime_r(3) fails only if the year does not fit into an Int32. An Int64 of microseconds never reaches such
        // a year.
        localtime_r(&seconds, &parts)
        year = Int(parts.tm_year) + 1900
        month = Int(parts.tm_mon) + 1
        day = Int(parts.tm_mday)
        hour = Int(parts.tm_hour)
        minute = Int(parts.tm_min)
        second = Int(parts.tm_sec)
        self.microsecond = Int(microsecond)
        offset = Int(parts.tm_gmtoff)
    }

    /// The time in the format of ISO 8601: `2026-03-29T03:00:00.250000+02:00`.
    public var iso8601: String {
        let sign = offset < 0 ? "-" : "+"
        let minutes = offset.magnitude / 60
        return "\(padded(year, 4))-\(padded(month))-\(padded(day))T\(padded(hour)):\(padded(minute)):\(padded(second))"
            + ".\(padded(microsecond, 6))\(sign)\(padded(Int(minutes) / 60)):\(padded(Int(minutes) % 60))"
    }

    private func padded(_ number: Int, _ digits: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
