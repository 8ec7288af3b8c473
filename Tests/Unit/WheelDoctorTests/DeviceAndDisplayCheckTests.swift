internal import LinuxSystem
import Testing
internal import WheelCore
internal import WheelScreen
internal import WheelWire

@testable import wheelctl

@Suite struct DeviceAndDisplayCheckTests {
    private static let knob = DeviceSurvey.Device(
        type: "rotary", name: "PowerMate", path: "/dev/input/event5", inputs: ["knob"])
    private static let desktop = OpenFiles.Process(number: 700, name: "Xorg")
    private static let daemon = OpenFiles.Process(number: 800, name: "wheeld")

    private func say(
        _ check: EventDeviceCheck, _ devices: [DeviceSurvey.Device] = [knob], isGrabbed: Bool? = false,
        users: [OpenFiles.Process] = []
    ) -> [Finding] {
        check.findings(devices, isGrabbed: { _ in isGrabbed }, users: { _ in users })
    }

    @Test func aKnobThatIsPresentIsReported() {
        let check = EventDeviceCheck(input: "knob", match: "name = \"Power*\"", kind: "knob")
        #expect(say(check) == [.ok("input knob", "PowerMate (/dev/input/event5) is plugged in")])
    }

    @Test func aMissingKnobIsWrongOnlyIfTheMatchNamesIt() {
        let named = EventDeviceCheck(input: "knob", match: "name = \"Power*\"", kind: "knob")
        let any = EventDeviceCheck(input: "knob", match: nil, kind: "knob")
        #expect(say(named, []).map(\.text) == ["no device matches name = \"Power*\""])
        #expect(say(named, []).map(\.verdict) == [.wrong])
        #expect(say(any, []).map(\.verdict) == [.note])
    }

    @Test func theReasonOfTheDaemonCounts() {
        var check = EventDeviceCheck(input: "knob", match: nil, kind: "knob")
        check.absence = "open /dev/input/event5: EBUSY"
        #expect(say(check).map(\.verdict) == [.ok, .wrong])
        #expect(say(check).last?.text == "wheeld waits: open /dev/input/event5: EBUSY")
        #expect(say(check).last?.remedy.isEmpty == false)
        // The grab is reported, so the daemon's reason is left out.
        #expect(say(check, isGrabbed: true).map(\.verdict) == [.wrong])
        #expect(say(check, []).map(\.verdict) == [.note])
    }

    @Test func anAxisThatTheDeviceDoesNotHaveIsWrong() {
        var knob = Self.knob
        knob.axes = ["ABS_X", "BTN_0"]
        var check = EventDeviceCheck(input: "knob", match: "name = \"Power*\"", axis: "ABS_X", kind: "knob")
        #expect(say(check, [knob]).map(\.verdict) == [.ok])
        check.axis = "ABS_Y"
        #expect(say(check, [knob]).map(\.text) == ["PowerMate (/dev/input/event5) has no ABS_Y"])
        #expect(say(check, [knob]).map(\.verdict) == [.wrong])
        // If the input uses no keys either, it uses nothing of the device.
        check.unused = [knob]
        #expect(say(check, []).map(\.text) == ["PowerMate (/dev/input/event5) has no ABS_Y"])
        check.axis = "ABS_X"
        #expect(
            say(check, []).map(\.text) == [
                "the input uses nothing of PowerMate (/dev/input/event5), although it matches"
            ])
    }

    @Test func aDeviceIsNamedWithItsUniq() {
        var knob = Self.knob
        knob.uniq = "d8:3a:dd:00:00:01"
        let check = EventDeviceCheck(input: "knob", match: nil, kind: "knob")
        #expect(
            say(check, [knob]).map(\.text) == ["PowerMate (/dev/input/event5, uniq d8:3a:dd:00:00:01) is plugged in"])
    }

    @Test func anInputThatNobodyFeedsIsNoted() {
        #expect(FedInputCheck.finding("dial", isFed: true) == .ok("input dial", "a client feeds it"))
        let waiting = FedInputCheck.finding("dial", isFed: false)
        #expect(waiting.text == "no client feeds it now" && waiting.verdict == .note && !waiting.remedy.isEmpty)
        #expect(FedInputCheck.finding("dial", isFed: nil).verdict == .note)
    }

    @Test(arguments: [
        (Int?(4), true, false, Finding.Verdict.ok, "2 controls of client 4, kept"),
        (4, false, false, .ok, "2 controls of client 4, not kept"),
        (nil, true, false, .ok, "2 controls, kept; its client is not connected"),
        (nil, false, false, .note, "2 controls, not kept: its client has disconnected, and it ends within 5 s"),
        (
            4, true, true, .note,
            "2 controls, put aside: it does not fit the configuration, and is tried again when that changes"
        ),
    ])
    func aDefinitionHasItsClient(
        _ client: Int?, _ isKept: Bool, _ isAside: Bool, _ verdict: Finding.Verdict, _ text: String
    ) {
        let finding = DefinitionCheck.finding(
            Statistics.Definition(owner: "synth", controls: 2, client: client, isKept: isKept, isAside: isAside))
        #expect((finding.subject, finding.verdict, finding.text) == ("definition synth", verdict, text))
        #expect(finding.remedy.isEmpty == !isAside)
    }

    @Test func theGrabbingProgramIsNamed() {
        var check = EventDeviceCheck(input: "knob", match: nil, kind: "knob")
        let grabbed = say(check, isGrabbed: true, users: [Self.desktop, Self.daemon])
        #expect(
            grabbed.map(\.text) == [
                "Xorg (process 700) grabs PowerMate (/dev/input/event5), so that wheeld cannot read it"
            ])
        #expect(say(check, isGrabbed: true).first?.text.hasPrefix("another program grabs") == true)
        // The grab is wheeld's own, which is no problem.
        (check.grabs, check.isAttached) = (true, true)
        #expect(say(check, isGrabbed: true).map(\.verdict) == [.ok])
        // wheeld is configured to grab the device, but another program has grabbed it first.
        check.isAttached = false
        #expect(say(check, isGrabbed: true).map(\.verdict) == [.wrong])
    }

    @Test func missingRightsAreLeftToTheCheckOfRights() {
        var device = Self.knob
        let check = EventDeviceCheck(input: "knob", match: nil, kind: "knob")
        device.refusal = .accessDenied
        #expect(say(check, [device]).map(\.verdict) == [.note])
        device.refusal = .inputOutput
        #expect(say(check, [device]).map(\.verdict) == [.wrong])
    }

    @Test func aMissingFontIsTold() {
        let check = FontCheck(display: "main")
        #expect(check.finding(.meant) == nil)
        let other = check.finding(.substitute(path: "/usr/share/fonts/DejaVuSans.ttf", package: "fonts-b612"))
        #expect(other?.verdict == .note && other?.remedy == ["sudo apt install fonts-b612"])
        #expect(
            other?.text
                == "its text is in /usr/share/fonts/DejaVuSans.ttf, because the package fonts-b612 is not installed")
        let none = check.finding(.unusable("font /nowhere.ttf: cannot be opened"))
        #expect(none?.verdict == .wrong && none?.text == "font /nowhere.ttf: cannot be opened")
        #expect(FontSurvey.look(at: DisplaySettings(name: "main")) == .meant)
        #expect(FontSurvey.look(at: DisplaySettings(name: "main", theme: .mono)) == .meant)
        #expect(FontSurvey.look(at: DisplaySettings(name: "main", font: "DejaVu Sans")) == .meant)
        guard case .unusable = FontSurvey.look(at: DisplaySettings(name: "main", font: "/nowhere.ttf")) else {
            Issue.record("a missing file was not found out")
            return
        }
    }

    private static let taken = ScreenProblem.taken("/dev/dri/card0: another program uses the screen")

    @Test func theProgramWithTheScreenIsNamed() {
        var check = DisplayCheck(display: "main", output: .drm(nil))
        let finding = check.finding(.failure(Self.taken), users: [Self.desktop])
        #expect(finding.verdict == .wrong && finding.remedy.first?.contains("display-manager") == true)
        #expect(finding.text == "/dev/dri/card0: another program uses the screen: Xorg (process 700)")
        #expect(check.finding(.failure(Self.taken), users: [Self.desktop, Self.daemon]).verdict == .ok)
        // An ordinary user cannot see the processes of other users, so wheeld may have the screen.
        check.daemonAnswers = true
        #expect(check.finding(.failure(Self.taken), users: []).verdict == .note)
        check.isRoot = true
        #expect(check.finding(.failure(Self.taken), users: []).verdict == .wrong)
    }

    /// A process named wheeld has the card; only the daemon knows which of its displays has the screen.
    @Test func theDaemonIsAskedForItsDisplays() {
        var check = DisplayCheck(display: "top", output: .drm(nil))
        check.daemonAnswers = true
        #expect(check.findingOfDaemon == nil)
        check.reported = Statistics.Display(name: "top", state: .attached, detail: "/dev/dri/card0 DSI-1 800×480")
        #expect(check.findingOfDaemon?.verdict == .ok)
        #expect(check.findingOfDaemon?.text == "/dev/dri/card0 DSI-1 800×480, where wheeld shows its picture")
        let reason = "/dev/dri/card0: another display uses its screen DSI-1"
        check.reported = Statistics.Display(name: "top", state: .waiting, detail: reason)
        #expect(check.findingOfDaemon == nil)
        let own = check.finding(.failure(Self.taken), users: [Self.daemon])
        #expect(own.verdict == .wrong && own.text == reason)
        #expect(own.remedy.first?.contains("drm:DSI-1") == true)
        let other = check.finding(.failure(Self.taken), users: [Self.desktop])
        #expect(other.verdict == .wrong && other.text.contains("Xorg"))
        let free = check.finding(.success("/dev/dri/card0 DSI-1 800×480"), users: [])
        #expect(free.verdict == .wrong && free.text.contains(reason))
        let denied = ScreenProblem.failed(SystemError("open", "/dev/dri/card0", .accessDenied))
        let unseen = check.finding(.failure(denied), users: [])
        #expect(unseen.verdict == .wrong && unseen.text == "wheeld waits: \(reason)")
    }

    @Test func aMissingScreenIsWrongOnlyIfTheOutputNamesIt() {
        let absent = ScreenProblem.absent("/dev/fb0: there is no such device")
        func verdict(_ check: DisplayCheck) -> Finding.Verdict { check.finding(.failure(absent), users: []).verdict }
        #expect(verdict(DisplayCheck(display: "main", output: .automatic)) == .note)
        #expect(verdict(DisplayCheck(display: "main", output: .fbdev(nil))) == .wrong)
        #expect(verdict(DisplayCheck(display: "main", output: .drm("/dev/dri/card3"))) == .wrong)
        let denied = ScreenProblem.failed(SystemError("open", "/dev/dri/card0", .accessDenied))
        let check = DisplayCheck(display: "main", output: .drm(nil))
        #expect(check.finding(.failure(denied), users: []).verdict == .note)
        #expect(check.finding(.success("/dev/dri/card0 HDMI-A-1 800×480"), users: []).verdict == .ok)
        #expect(check.finding(.failure(.unusable("palettes")), users: []).verdict == .wrong)
    }
}
