internal import LinuxSystem
import Testing

@testable internal import WheelInput

@Suite struct GPIOProblemTests {
    @Test func aChipWithoutInterruptsReportsNoEdges() {
        let problem = GPIOProblem.edges(of: "gpiochip2", .noSuchAddress)
        #expect(problem.description.hasPrefix("gpiochip2 reports no edges, because its driver has no interrupt"))
        #expect(problem.error == .noSuchAddress)
    }

    @Test func aChipThatIsGoneIsNotBlamedForItsInterrupt() {
        let problem = GPIOProblem.edges(of: "gpiochip2", .noDevice)
        #expect(problem.description.hasPrefix("cannot get the edges of lines of gpiochip2: "))
        #expect(problem.error == .noDevice)
    }
}
