internal import LinuxSystem
import Testing

@testable internal import WheelInput

@Suite struct GPIOProblemTests {
    /// The kernel answers ENXIO, and before Linux 5.11 ENODEV.
    @Test(arguments: [Errno.noSuchAddress, .noDevice]) func aChipWithoutInterruptsReportsNoEdges(_ error: Errno) {
        let problem = GPIOProblem.edges(of: "gpiochip2", error)
        #expect(problem.description.hasPrefix("gpiochip2 reports no edges, because its driver has no interrupt"))
        #expect(problem.error == error)
    }
}
