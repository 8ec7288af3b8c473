import Glibc
import LinuxSystem
import Testing

/// The wall clock in the machine's time zone. The tests set `TZ`, which belongs to the whole process.
@Suite(.serialized) struct LocalTimeTests {
    @Test(
        arguments: [
            ("UTC0", 0, "1970-01-01T00:00:00.000000+00:00"),
            ("UTC0", 1_774_746_000_250_001, "2026-03-29T01:00:00.250001+00:00"),
            // Summer time begins at 01:00 UTC.
            ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_745_999_999_999, "2026-03-29T01:59:59.999999+01:00"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_746_000_000_000, "2026-03-29T03:00:00.000000+02:00"),
            ("NST3:30", 1_774_746_000_000_000, "2026-03-28T21:30:00.000000-03:30"),
            ("UTC0", -1, "1969-12-31T23:59:59.999999+00:00"),
        ])
    func isoText(zone: String, microseconds: Int64, text: String) {
        setenv("TZ", zone, 1)
        defer { unsetenv("TZ") }
        #expect(LocalTime(realtimeMicroseconds: microseconds).iso8601 == text)
    }
}
