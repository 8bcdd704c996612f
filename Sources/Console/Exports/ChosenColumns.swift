import Sheets

/// Writes only the chosen columns to a sheet.
package final class ChosenColumns: SheetWriter {
    private let sheet: any SheetWriter
    private let isChosen: [Bool]
    private var column = 0

    package init(of sheet: any SheetWriter, _ isChosen: [Bool]) {
        self.sheet = sheet
        self.isChosen = isChosen
    }

    package func begin(columns: [SheetColumn]) { sheet.begin(columns: zip(columns, isChosen).filter(\.1).map(\.0)) }

    private func next(_ write: () -> Void) {
        if isChosen.indices.contains(column), isChosen[column] { write() }
        column += 1
    }

    package func text(_ utf8: UnsafeRawBufferPointer) { next { sheet.text(utf8) } }
    package func integer(_ value: Int64) { next { sheet.integer(value) } }
    package func decimal(minorUnits: Int64, places: Int) {
        next { sheet.decimal(minorUnits: minorUnits, places: places) }
    }
    package func bool(_ value: Bool) { next { sheet.bool(value) } }
    package func time(_ localMicroseconds: Int64) { next { sheet.time(localMicroseconds) } }
    package func date(_ days: Int) { next { sheet.date(days) } }
    package func uuid(_ bytes: UnsafeRawBufferPointer) { next { sheet.uuid(bytes) } }
    package func empty() { next { sheet.empty() } }

    package func endRow() {
        column = 0
        sheet.endRow()
    }

    package func endTable() { sheet.endTable() }

    package func finish() { sheet.finish() }

    package var rows: Int { sheet.rows }
    package var pending: Int { sheet.pending }
    package func withPending<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try sheet.withPending(body)
    }
}
