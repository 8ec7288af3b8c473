import WheelScene

/// The panel's own text around the view.
struct PanelText: Equatable {
    /// The last row; `nil` if the terminal has too few rows.
    var line: CellGrid?
    var strip: CellGrid?
    /// A box over the middle of the view.
    var box: CellGrid?
    /// Whether the box replaces the view, whose picture is out of date.
    var hidesView = false
}

/// A text that the last row shows in place of the keys.
struct PanelLine: Equatable {
    enum Kind: Equatable {
        case notice
        /// A value that is being typed, with a cursor after it and a hint.
        case prompt(hint: String)
        case question
        case mistake
    }

    var kind: Kind
    /// Forms of the text, the longest first. The first one that fits is shown.
    var forms: [String]

    init(_ kind: Kind, _ forms: String...) {
        self.kind = kind
        self.forms = forms
    }

    func text(in columns: Int) -> String { forms.first { $0.cellCount <= columns } ?? forms.last ?? "" }
}
