import WheelScene

/// The panel's own text around the view.
struct PanelText: Equatable {
    /// The last row; `nil` where there is none.
    var line: CellGrid?
    var strip: CellGrid?
    /// Over the middle of the view.
    var box: CellGrid?
    /// Whether the box is in the place of the view, whose picture is no longer true.
    var hidesView = false
}

/// A line in the place of the keys.
struct PanelLine: Equatable {
    enum Kind: Equatable {
        case notice
        /// A value that is being typed, with a cursor after it and a hint.
        case prompt(hint: String)
        case question
        case mistake
    }

    var kind: Kind
    /// The longest first. The first one that has room is shown.
    var forms: [String]

    init(_ kind: Kind, _ forms: String...) {
        self.kind = kind
        self.forms = forms
    }

    func text(in columns: Int) -> String { forms.first { $0.cellCount <= columns } ?? forms.last ?? "" }
}
