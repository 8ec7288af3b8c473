import TestSupport
import Testing
internal import WheelCore

@testable import wheelctl

@Suite struct HistogramTests {
    private func histogram(_ times: [Int64]) -> Histogram {
        var histogram = Histogram()
        for time in times { histogram.add(Interval(microseconds: time)) }
        return histogram
    }

    @Test(
        arguments: table(
            """
                                    -> 0 0 0
            7                       -> 7 7 7
            4 1 3 2                 -> 1 2 4
            1 1 1 1 1 1 1 1 1 900   -> 1 1 900
            """))
    func quantiles(_ row: Row) {
        let histogram = histogram(row.words.compactMap { Int64($0) })
        #expect([0, 0.5, 1].map { "\(histogram.quantile($0))" }.joined(separator: " ") == row.output)
    }

    @Test func rowsReachFromTheShortestToTheLongestTime() {
        #expect(histogram([]).rows.isEmpty)
        #expect(
            histogram([99, 100, 149, 150, 210]).rows.map { "\($0.from)-\($0.to): \($0.count)" } == [
                "70-100: 1", "100-150: 2", "150-200: 1", "200-300: 1",
            ])
        #expect(histogram([-5, 9]).rows.map { "\($0.from)-\($0.to): \($0.count)" } == ["0-10: 2"])
    }

    @Test func theLongestBarIsThatOfTheMostTimes() {
        let lines = histogram([Int64](repeating: 120, count: 80) + [15, 170, 171]).lines("edge to client")
        #expect(
            lines == [
                "edge to client, 83 values: min 15, median 120, 90 % 120, 99 % 171, max 171 µs",
                "  from 15 µs   1   #",
                "  from 20 µs   0",
                "  from 30 µs   0",
                "  from 50 µs   0",
                "  from 70 µs   0",
                "  from 100 µs  80  ########################################",
                "  from 150 µs  2   #",
            ])
    }
}
