import ModelTestSupport
import TestSupport
import Testing
import WheelModel

/// Controls with any settings that the configuration accepts, and any operations on them.
@Suite struct AnythingAcceptedTests {
    @Test func acceptedConfigurationsSurviveAnyOperations() {
        var accepted = 0
        let problem = counterexample("accepted configurations", seed: 20_260_401) { generator in
            guard let (settings, text) = ConfigurationText.settings(&generator) else { return nil }
            accepted += 1
            let other = generator.once(in: 4) ? ConfigurationText.settings(&generator) : nil
            var play = PanelPlay(settings, others: other.map { [$0.settings] } ?? [])
            for _ in 0..<generator.int(in: 1...30) where play.problem == nil { play.act(&generator) }
            if play.problem == nil { play.end() }
            return play.problem.map { "\($0)\n\(text)" }
        }
        #expect(problem == nil)
        // If the configuration accepted only a few of the random controls, the test would check hardly anything.
        #expect(accepted > 1_000 || problem != nil)
    }
}
