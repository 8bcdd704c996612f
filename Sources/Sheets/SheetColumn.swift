/// One column of an export.
package struct SheetColumn: Sendable {
    package enum Kind: Sendable {
        case text, integer, decimal, bool, time, date, uuid
    }

    /// The machine name: the key in JSON Lines. ASCII, unique in its sheet.
    package let id: String
    /// The title above the column, already translated.
    package let title: String
    /// The kind of most of its cells. It decides the width if none is given; a cell of another kind is no error.
    package let kind: Kind
    /// Width in characters.
    package let width: Int
    /// The only values that the column is meant to contain: an XLSX offers them in a list. Empty if any value is
    /// allowed.
    package let choices: [String]

    package init(id: String, title: String, kind: Kind = .text, width: Int? = nil, choices: [String] = []) {
        self.id = id
        self.title = title
        self.kind = kind
        self.width = width ?? kind.usualWidth
        self.choices = choices
    }
}

extension SheetColumn.Kind {
    fileprivate var usualWidth: Int {
        switch self {
        case .text: 24
        case .integer, .decimal, .date: 12
        case .bool: 8
        case .time: 20
        case .uuid: 38
        }
    }
}
