import HTML

/// The heads of a table's columns.
package struct ColumnHeads: Sendable {
    package var columns: [ColumnHead]

    package init(columns: [ColumnHead]) { self.columns = columns }
}
