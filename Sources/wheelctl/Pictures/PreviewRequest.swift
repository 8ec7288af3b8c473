import WheelCanvas
import WheelCore
import WheelModel
import WheelScene
import WheelScreen
import WheelWire

/// The picture of `wheelctl preview`: its content, its form and its file.
struct PreviewRequest {
    private let state: SceneState
    private let theme: Theme
    private let size: (width: Int, height: Int)
    private let measures: Measures
    private let turn: DisplayRotation
    private let font: String?
    private let file: String

    static let command = "preview"

    init(_ invocation: Invocation) throws(Failure) {
        let arguments = invocation.arguments
        file = try invocation.pictureFile()
        let subject = try PreviewSubject(invocation)
        theme = subject.theme
        var state = subject.state
        let display = subject.display
        let turnWord = arguments.value("--rotate") ?? String(display.rotation.rawValue)
        turn = try Self.known(
            turnWord, Int(turnWord).flatMap(DisplayRotation.init(rawValue:)), "rotation",
            DisplayRotation.allCases.map { String($0.rawValue) })
        size = try arguments.value("--size").map(Self.size) ?? display.output.size ?? (800, 480)
        measures = Measures(
            picture: Size(width: Double(size.width), height: Double(size.height)),
            configured: try arguments.value("--size-mm").map(Self.millimetres) ?? display.millimetres,
            distance: try arguments.value("--distance").map(Self.distance) ?? display.distance)
        font = display.font
        if let name = arguments.value("--chooser") {
            let controls = state.pictureSettings.settings.controls
            let control = try Self.known(
                name, controls.firstIndex { $0.name == name }, "control", controls.map(\.name))
            guard controls[control].positions != nil else {
                throw .usage(Self.command, "\(name) has no chooser: it is neither a choice nor a selection")
            }
            let screen = Size(width: Double(size.width), height: Double(size.height))
            let upright = turn.turned(screen)
            state.openChooser(of: control, picture: upright, measures.drawn(in: theme, upright))
        }
        self.state = state
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
        let typeface = try FontFile.typeface(font, for: theme)
        let screen = Size(width: Double(size.width), height: Double(size.height))
        let upright = turn.turned(screen)
        let stage = Stage(
            typeface: typeface, theme: theme, measures: measures, width: Int(upright.width),
            height: Int(upright.height))
        let bitmap = Bitmap(width: stage.width, height: stage.height)
        var damage = DamageRegion()
        stage.show(state, at: PreviewContent.now)
        stage.draw(at: PreviewContent.now, into: bitmap.pixels, damage: &damage)
        return try turned(bitmap).pixels.png()
    }

    private func turned(_ bitmap: Bitmap) -> Bitmap {
        guard turn != .none else { return bitmap }
        let screen = Bitmap(width: size.width, height: size.height)
        screen.pixels.fill(from: bitmap.pixels, turned: turn)
        return screen
    }

    // MARK: Parsing.

    /// Returns `thing`, which the word names. If `thing` is `nil`, fails with the nearest known name or a list of them.
    static func known<Thing>(
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

    private static func millimetres(_ text: String) throws(Failure) -> Size {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (5...5000).contains(width),
            (5...5000).contains(height)
        else {
            throw .usage(command, "--size-mm must be WIDTHxHEIGHT in millimetres, each from 5 to 5000, not '\(text)'")
        }
        return Size(width: width, height: height)
    }

    private static func distance(_ text: String) throws(Failure) -> Double {
        guard let metres = Double(text), (0.1...10).contains(metres) else {
            throw .usage(command, "--distance must be a number of metres from 0.1 to 10, not '\(text)'")
        }
        return metres
    }
}

extension DisplayOutput {
    /// The size of a remote display; `nil` for a screen, whose size is not known before it is opened.
    fileprivate var size: (width: Int, height: Int)? {
        if case .remote(let width, let height) = self { (width, height) } else { nil }
    }
}

extension PixelBuffer {
    /// Copies a picture, rotated clockwise. Both pictures must have the same format with four bytes per pixel.
    fileprivate func fill(from picture: PixelBuffer, turned turn: DisplayRotation) {
        precondition(format == picture.format && format.bytesPerPixel == 4)
        for y in 0..<height {
            for x in 0..<width {
                let (fromX, fromY) =
                    switch turn {
                    case .none: (x, y)
                    case .quarter: (y, width - 1 - x)
                    case .half: (width - 1 - x, height - 1 - y)
                    case .threeQuarters: (height - 1 - y, x)
                    }
                let pixel = picture.base.load(
                    fromByteOffset: fromY * picture.bytesPerRow + fromX * 4, as: UInt32.self)
                base.storeBytes(of: pixel, toByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
            }
        }
    }
}
