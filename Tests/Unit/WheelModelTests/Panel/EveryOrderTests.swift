import ModelTestSupport
import TestSupport
import Testing

/// Hands, clients, ramps, locks, reloads and lost devices act in every order. No hold remains, and each interaction has
/// exactly one commit.
///
/// A test tries every sequence of its steps up to a length. After each sequence everything is released and all
/// deadlines pass. Then the panel must have no deadline, and a further turn must be committed as usual, which a
/// remaining hold would prevent.
@Suite struct EveryOrderTests {
    @Test(
        arguments: table(
            """
            finger thumb knob dial client guest ramp lock button lost reload wait -> one 4
            finger thumb knob dial client guest ramp lock button lost reload wait -> apart 4
            finger thumb knob dial client guest ramp lock button lost reload wait -> two 4
            finger thumb knob reload wait   -> one 8
            finger thumb ramp lock wait     -> one 8
            finger thumb client reload wait -> apart 8
            finger knob ramp client wait    -> one 8
            finger knob button lost wait    -> one 8
            finger thumb dial ramp wait     -> two 8
            knob button lock reload wait    -> two 8
            """))
    func nothingIsHeldForEver(_ row: Row) {
        let sides = row.output.split(separator: " ")
        var search = Search(
            steps: row.words.map(HeldPanel.Step.named), most: Int(number(sides[1])), judge: { $0.problemAfterTheEnd() })
        search.explore(HeldPanel(HeldPanel.Kind.named(sides[0])))
        #expect(search.problem == nil, "\(search.problem ?? "")")
        print("\(row): \(search.count) sequences")
    }

    /// Tests the holds that docs/model.md lists. The commit comes when the last hold ends, and not before.
    @Test(
        arguments: table(
            """
            knob dial client finger lost wait -> 7
            knob client guest finger wait     -> 8
            """))
    func theLastHolderCommits(_ row: Row) {
        var search = Search(
            steps: row.words.map(HeldPanel.Step.named), most: Int(number(row.output)), judge: { $0.miscount })
        search.explore(HeldPanel(.one))
        #expect(search.problem == nil, "\(search.problem ?? "")")
        print("\(row): \(search.count) sequences")
    }
}

/// All sequences of steps up to a length.
private struct Search {
    let steps: [HeldPanel.Step]
    let most: Int
    /// Returns the problem of a panel, or `nil`. May change the panel.
    let judge: (inout HeldPanel) -> String?
    private(set) var problem: String?
    private(set) var count = 0
    private var path: [HeldPanel.Step] = []

    init(steps: [HeldPanel.Step], most: Int, judge: @escaping (inout HeldPanel) -> String?) {
        self.steps = steps
        self.most = most
        self.judge = judge
    }

    mutating func explore(_ panel: HeldPanel) {
        for step in steps where problem == nil && panel.matters(step, after: path.last) {
            var next = panel
            next.perform(step)
            path.append(step)
            count += 1
            if path.count < most {
                var end = next
                report(judge(&end))
                explore(next)
            } else {
                // Nothing follows, so the judge may change this panel. A copy would take half of the time of a search.
                report(judge(&next))
            }
            path.removeLast()
        }
    }

    private mutating func report(_ found: String?) {
        problem = found.map { "\(path.map(\.rawValue).joined(separator: " ")): \($0)" }
    }
}
