import HTML

/// A field of several lines.
package struct Area: Sendable {
    package var field: Field
    package var rows: Int

    package init(_ field: Field, rows: Int = 3) {
        self.field = field
        self.rows = rows
    }
}
