import WheelCanvas
import WheelGeometry
import WheelModel
import WheelProtocol
import WheelScene
import WheelScreen
import WheelSettings

/// The picture of `wheelctl preview`: its content, its form and its file.
struct PreviewRequest {
    private let state: SceneState
    private let theme: Theme
    private let size: (width: Int, height: Int)
    private let turn: DisplayRotation
    private let font: String?
    private let file: String

    private static let command = "preview"

    init(_ invocation: Invocation) throws(Failure) {
        let arguments = invocation.arguments
        var settings = try invocation.settings()
        file = try invocation.pictureFile()
        if let word = arguments.value("--scene") {
            let scene = try Self.known(word, SceneKind(rawValue: word), "scene", SceneKind.allCases.map(\.rawValue))
            for index in settings.panel.controls.indices { settings.panel.controls[index].scene = scene }
        }
        let view = try Self.view(arguments, settings.panel)
        let number = Self.display(of: view, settings.panel)
        let displays = settings.displays
        let display = displays.indices.contains(number) ? displays[number] : DisplaySettings(name: "main")
        let themeWord = arguments.value("--theme") ?? display.theme.rawValue
        theme = try Self.known(
            themeWord, ThemeName(rawValue: themeWord).map(Theme.named), "theme", ThemeName.allCases.map(\.rawValue))
        let turnWord = arguments.value("--rotate") ?? String(display.rotation.rawValue)
        turn = try Self.known(
            turnWord, Int(turnWord).flatMap(DisplayRotation.init(rawValue:)), "rotation",
            DisplayRotation.allCases.map { String($0.rawValue) })
        size = try arguments.value("--size").map(Self.size) ?? display.output.size ?? (800, 480)
        font = display.font
        state = try Self.state(invocation, view, Instrument(settings, display: number))
    }

    func write() throws(Failure) {
        let png: [UInt8]
        do throws(CanvasError) {
            png = try drawn()
        } catch {
            throw Failure(.refused, Self.command, "\(error)")
        }
        try Invocation.write(png, to: file)
    }

    private func drawn() throws(CanvasError) -> [UInt8] {
        let typeface = try Typeface(FontFile.families(of: font))
        let screen = Size(width: Double(size.width), height: Double(size.height))
        let upright = turn.turned(screen)
        let stage = Stage(typeface: typeface, theme: theme, width: Int(upright.width), height: Int(upright.height))
        let bitmap = Bitmap(width: stage.width, height: stage.height)
        var damage = DamageRegion()
        stage.show(state, at: PreviewRequest.now)
        stage.draw(at: PreviewRequest.now, into: bitmap.pixels, damage: &damage)
        // The pixels point into the bitmap, which must stay alive.
        let picture = turned(bitmap)
        defer { withExtendedLifetime((bitmap, picture)) {} }
        return try picture.pixels.png()
    }

    /// Rotates the picture as it would be on the screen.
    private func turned(_ bitmap: Bitmap) -> Bitmap {
        guard turn != .none else { return bitmap }
        let screen = Bitmap(width: size.width, height: size.height)
        screen.pixels.fill(from: bitmap.pixels, turned: turn)
        return screen
    }

    /// Any time will do, since nothing moves.
    private static let now = Instant(microseconds: 0)

    // MARK: Content.

    /// `nil`: what the display shows at its start.
    private static func view(_ arguments: Arguments, _ panel: PanelSettings) throws(Failure) -> SceneView? {
        if let name = arguments.value("--control") {
            let names = panel.controls.map(\.name)
            return .control(try known(name, names.firstIndex(of: name), "control", names))
        }
        guard let text = arguments.value("--page") else { return nil }
        let names = panel.pages.map(\.name)
        guard let page = Int(text) else { return .page(try known(text, names.firstIndex(of: text), "page", names)) }
        guard panel.pages.indices.contains(page - 1) else {
            throw .usage(command, "there is no page \(page): the configuration has \(panel.pages.count)")
        }
        return .page(page - 1)
    }

    /// The index of the display that shows the view.
    private static func display(of view: SceneView?, _ panel: PanelSettings) -> Int {
        if case .page(let page) = view { panel.pages[page].display ?? 0 } else { 0 }
    }

    private static func state(
        _ invocation: Invocation, _ view: SceneView?, _ instrument: Instrument
    ) throws(Failure) -> SceneState {
        let controls = instrument.settings.controls
        var panel = Panel(instrument.settings)
        for word in invocation.arguments.values("--value") {
            let (control, text) = try pair(word, "--value")
            let kind = controls.first { $0.name == control }?.kind
            let value = try invocation.value(text, for: control, of: kind)
            try perform(.set(Assignment(control: control, value: value), SetManner()), "--value \(word)", on: &panel)
        }
        for word in invocation.arguments.values("--speed") {
            let (control, text) = try pair(word, "--speed")
            try perform(.speed(control: control, .named(text)), "--speed \(word)", on: &panel)
        }
        var state = SceneState(instrument, panel, at: now)
        if let view { state.view = view }
        if invocation.arguments.has("--editing") {
            for control in controls.indices { state = state.with(control) { $0.isEditing = true } }
        }
        return state
    }

    private static func perform(_ request: Request, _ option: String, on panel: inout Panel) throws(Failure) {
        var changes = Moment()
        do throws(CommandRefusal) {
            _ = try panel.perform(request, by: .client(0), at: now, into: &changes)
        } catch {
            throw .usage(command, "\(option): \(RequestError(error).message)")
        }
    }

    private static func pair(_ word: String, _ option: String) throws(Failure) -> (control: String, text: String) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw .usage(command, "\(option) must be NAME=…, not '\(word)'") }
        return (parts[0], parts[1])
    }

    // MARK: Parsing.

    /// Returns the thing that the word names, or fails with the names that there are.
    private static func known<Thing>(
        _ word: String, _ thing: Thing?, _ what: String, _ names: [String]
    ) throws(Failure) -> Thing {
        guard let thing else {
            let hint =
                NearestName.of(word, in: names).map { "did you mean '\($0)'?" } ?? RequestError.there(are: names)
            throw .usage(command, "there is no \(what) '\(word)'; \(hint)")
        }
        return thing
    }

    private static func size(_ text: String) throws(Failure) -> (width: Int, height: Int) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (16...8192).contains(width),
            (16...8192).contains(height)
        else { throw .usage(command, "--size must be WIDTHxHEIGHT in pixels, each from 16 to 8192, not '\(text)'") }
        return (width, height)
    }
}

extension DisplayOutput {
    /// The size of a remote display. That of a screen is not known before it is opened.
    fileprivate var size: (width: Int, height: Int)? {
        if case .remote(let width, let height) = self { (width, height) } else { nil }
    }
}
