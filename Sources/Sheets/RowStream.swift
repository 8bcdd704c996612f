/// The format in which one process sends rows to another: four bytes with the number of bytes that follow, then a
/// row, the end, or a problem with the file. Numbers are little-endian.
package enum RowStream {
    /// The longest message: a row with its numbers and its cells' faults.
    static let longest = SheetLimits.row + 16 * SheetLimits.mostColumns

    private enum Kind: UInt8 {
        case row = 1
        case end
        case problem
    }

    /// Beside the fault of a cell.
    private static let isText: UInt8 = 0x80

    // MARK: Writing

    package static func bytes(of row: SheetRow) -> [UInt8] {
        var bytes: [UInt8] = [Kind.row.rawValue]
        put(row.number, to: &bytes)
        put(row.cells.count, to: &bytes)
        for (index, cell) in row.cells.enumerated() {
            bytes.append((row.faults[index].map { $0.rawValue + 1 } ?? 0) | (row.texts.contains(index) ? isText : 0))
            put(cell.utf8.count, to: &bytes)
            bytes += cell.utf8
        }
        return framed(bytes)
    }

    package static var end: [UInt8] { framed([Kind.end.rawValue]) }

    package static func bytes(of problem: SheetProblem) -> [UInt8] {
        var bytes: [UInt8] = [Kind.problem.rawValue]
        put(problem.row, to: &bytes)
        put(problem.column, to: &bytes)
        return framed(bytes + problem.reason.rawValue.utf8)
    }

    private static func put(_ number: Int, to bytes: inout [UInt8]) {
        for place in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }

    private static func framed(_ bytes: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = []
        frame.reserveCapacity(bytes.count + 4)
        put(bytes.count, to: &frame)
        return frame + bytes
    }

    // MARK: Reading

    /// Parses messages, piece by piece. The sender has read an untrusted file: nothing in a message is trusted.
    package struct Reader {
        private var bytes: [UInt8] = []
        private var at = 0
        private var isOver = false

        package init() {}

        package mutating func add(_ more: [UInt8]) {
            bytes.removeFirst(at)
            at = 0
            bytes += more
        }

        package enum Said {
            case row(SheetRow)
            case end
            /// The message is not complete yet.
            case nothing
        }

        package mutating func next() throws(SheetProblem) -> Said {
            if isOver { return .end }
            guard bytes.count - at >= 4 else { return .nothing }
            var start = at
            let size = try number(&start, end: bytes.count)
            guard size > 0, size <= RowStream.longest else { throw SheetProblem(.unreadable) }
            guard bytes.count - start >= size else { return .nothing }
            defer { at = start + size }
            return try said(start, end: start + size)
        }

        private mutating func said(_ start: Int, end: Int) throws(SheetProblem) -> Said {
            var at = start + 1
            switch Kind(rawValue: bytes[start]) {
            case .end:
                isOver = true
                return .end
            case .problem:
                let (row, column) = (try number(&at, end: end), try number(&at, end: end))
                let reason = SheetProblem.Reason(rawValue: String(decoding: bytes[at..<end], as: UTF8.self))
                throw SheetProblem(reason ?? .unreadable, row: row, column: column)
            case .row:
                var row = SheetRow(number: try number(&at, end: end), cells: [])
                let count = try number(&at, end: end)
                guard row.number <= SheetLimits.rows, count <= SheetLimits.mostColumns else {
                    throw SheetProblem(.unreadable)
                }
                for column in 0..<count {
                    guard at < end else { throw SheetProblem(.unreadable) }
                    let fault = bytes[at] & ~RowStream.isText
                    if fault > 0 { row.faults[column] = SheetRow.Fault(rawValue: fault - 1) }
                    if bytes[at] != fault { row.texts.insert(column) }
                    at += 1
                    let size = try number(&at, end: end)
                    guard size <= end - at else { throw SheetProblem(.unreadable) }
                    row.cells.append(String(decoding: bytes[at..<at + size], as: UTF8.self))
                    at += size
                }
                return .row(row)
            case nil: throw SheetProblem(.unreadable)
            }
        }

        private func number(_ at: inout Int, end: Int) throws(SheetProblem) -> Int {
            guard end - at >= 4 else { throw SheetProblem(.unreadable) }
            defer { at += 4 }
            return (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
        }
    }
}
