/// A page of the instrument: the controls that it shows, and the inputs that turn them while it is shown.
public struct PageSettings: Equatable, Sendable {
    public var name: String
    public var title: String
    /// The display that shows it, by index. `nil` means every display.
    public var display: Int?
    public var controls: [Int]
    /// While the page is shown, the nth of these inputs turns the nth of its controls.
    public var inputs: [Int]

    public init(name: String, title: String? = nil, display: Int? = nil, controls: [Int], inputs: [Int] = []) {
        self.name = name
        self.title = title ?? name
        self.display = display
        self.controls = controls
        self.inputs = inputs
    }
}
