/// A page of the instrument: the controls that it shows, and the inputs that turn them while it is shown.
public struct PageSettings: Equatable, Sendable {
    public var name: String
    public var title: String
    /// The index of the display that shows the page. `nil` means every display.
    public var display: Int?
    public var controls: [Int]
    /// While the page is shown, the nth of these inputs turns the nth control of the page.
    public var inputs: [Int]
    /// The cells of the controls if the page is configured by `grid`.
    public var areas: PageAreas?
    /// The number of columns and rows. `nil` means a number that depends on the size of the display.
    public var columns: Int?
    public var rows: Int?

    public init(
        name: String, title: String? = nil, display: Int? = nil, controls: [Int], inputs: [Int] = [],
        areas: PageAreas? = nil, columns: Int? = nil, rows: Int? = nil
    ) {
        self.name = name
        self.title = title ?? name
        self.display = display
        self.controls = controls
        self.inputs = inputs
        self.areas = areas
        self.columns = columns
        self.rows = rows
    }
}

/// The cells of a page that is configured by `grid`. Each control covers a rectangle of cells.
public struct PageAreas: Equatable, Sendable {
    /// `column` and `row` are counted from 0.
    public struct Area: Equatable, Sendable {
        public var column: Int
        public var row: Int
        public var columns: Int
        public var rows: Int

        public init(column: Int, row: Int, columns: Int = 1, rows: Int = 1) {
            self.column = column
            self.row = row
            self.columns = columns
            self.rows = rows
        }
    }

    public var columns: Int
    public var rows: Int
    /// One area for each of the page's controls, in their order.
    public var areas: [Area]

    public init(columns: Int, rows: Int, areas: [Area]) {
        self.columns = columns
        self.rows = rows
        self.areas = areas
    }
}
