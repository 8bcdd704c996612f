/// Writes RFC 4180: comma, CRLF, UTF-8.
package final class CSVWriter: SheetWriter {
    // Unchecked: checking each access at run time took 40% of the writer's time.
    @exclusivity(unchecked) private var output = Output(capacity: 2 * SheetFormat.chunk)
    private let stops = Stops(Array("\",\r\n\0;\t".utf8))
    /// Those for which RFC 4180 wants quotes.
    private let quoting = Stops(Array("\",\r\n\0".utf8))
    private let byteOrderMark: Bool
    private let formulaSafe: Bool
    private var columns = 0
    private var column = 0
    package private(set) var rows = 0

    /// - Parameters:
    ///   - byteOrderMark: Without it, Excel reads UTF-8 as Latin-1; with it, scripts find it glued to the first
    ///     title. People who want Excel have XLSX, so it is off.
    ///   - formulaSafe: see `Formula`. Off only for a caller that reads the file back itself.
    package init(byteOrderMark: Bool = false, formulaSafe: Bool = true) {
        self.byteOrderMark = byteOrderMark
        self.formulaSafe = formulaSafe
    }

    package func begin(columns: [SheetColumn]) {
        precondition(self.columns == 0 && !columns.isEmpty, "begin once, with columns")
        self.columns = columns.count
        if byteOrderMark { output.append("\u{FEFF}") }
        for column in columns { text(column.title) }
        endRow()
        rows = 0
    }

    /// Reserves a cell of at most `size` bytes, and writes the comma before it.
    @inline(__always)
    private func cell(_ size: Int) -> UnsafeMutablePointer<UInt8> {
        precondition(column < columns, "more cells than columns")
        let end = output.reserve(size + 1)
        let isFirst = column == 0
        column += 1
        return isFirst ? end : end.put(0x2C)
    }

    package func text(_ utf8: UnsafeRawBufferPointer) {
        guard let text = utf8.baseAddress?.assumingMemoryBound(to: UInt8.self), utf8.count > 0 else { return empty() }
        let count = utf8.count
        let threatens = formulaSafe && Formula.threatens(text, count)
        if text[0] == 0x20 || text[count - 1] == 0x20 || stops.run(text, count) < count,
            needsQuotes(text, count)
        {
            return quoted(text, count, threatens: threatens)
        }
        var end = cell(count + 1)
        if threatens { end = end.put(0x27) }
        output.end(at: end.put(text, count))
    }

    /// A formula behind a separator of other programs is quoted too: most of them keep quoted text together.
    @inline(never)
    private func needsQuotes(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        text[0] == 0x20 || text[count - 1] == 0x20 || quoting.run(text, count) < count
            || formulaSafe && Formula.isHidden(in: text, count)
    }

    private func quoted(_ text: UnsafePointer<UInt8>, _ count: Int, threatens: Bool) {
        let isSafe = formulaSafe
        let end = cell(2).put(0x22)
        output.end(at: threatens ? end.put(0x27) : end)
        stops.append(text, count, to: &output) { rest, count, output in
            switch rest[0] {
            case 0: output.append("\u{FFFD}")
            case 0x22: output.append("\"\"")
            case let byte:
                output.append(byte)
                if isSafe, Formula.divides(byte), Formula.threatensInside(rest + 1, count - 1) { output.append(0x27) }
            }
        }
        output.append(0x22)
    }

    package func integer(_ value: Int64) {
        output.end(at: Digits.integer(value, at: cell(Digits.longest)))
    }

    package func decimal(minorUnits: Int64, places: Int) {
        output.end(at: Digits.decimal(minorUnits, places: places, at: cell(Digits.longest)))
    }

    package func bool(_ value: Bool) {
        output.end(at: value ? cell(5).put("true") : cell(5).put("false"))
    }

    package func time(_ localMicroseconds: Int64) {
        guard let time = LocalTime(microseconds: localMicroseconds) else { return empty() }
        output.end(at: time.putClock(at: time.putDate(at: cell(19)).put(0x20)))
    }

    package func date(_ days: Int) {
        guard let day = LocalTime(days: days) else { return empty() }
        output.end(at: day.putDate(at: cell(10)))
    }

    package func uuid(_ bytes: UnsafeRawBufferPointer) {
        output.end(at: Digits.uuid(bytes, at: cell(36)))
    }

    package func empty() {
        let end = cell(2)
        // A line without any character would not count as a row.
        output.end(at: columns == 1 ? end.put("\"\"") : end)
    }

    package func endRow() {
        precondition(column == columns, "fewer cells than columns")
        output.append("\r\n")
        column = 0
        rows += 1
    }

    package func finish() {}

    package var pending: Int { output.count }

    package func withPending<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try output.drain(body)
    }
}
