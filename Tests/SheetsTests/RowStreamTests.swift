import Testing

@testable import Sheets

/// What a process that reads a workbook says to the one that asked.
struct RowStreamTests {
    private static let rows = [
        SheetRow(number: 1, cells: ["a", "", "سلام"]), SheetRow(number: 7, cells: ["", "#N/A"], faults: [1: .error]),
        SheetRow(
            number: SheetLimits.rows, cells: [String(repeating: "é", count: 60_000), "", ""], faults: [2: .noValue]),
    ]

    private func heard(_ bytes: [UInt8], piece: Int) throws -> [SheetRow]? {
        var (reader, rows, at) = (RowStream.Reader(), [SheetRow](), 0)
        while true {
            switch try reader.next() {
            case .row(let row): rows.append(row)
            case .end: return rows
            case .nothing:
                guard at < bytes.count else { return nil }
                reader.add(Array(bytes[at..<min(at + piece, bytes.count)]))
                at += piece
            }
        }
    }

    @Test(arguments: [1, 7, 65_536]) func `rows arrive as they were said, in whatever pieces`(piece: Int) throws {
        let bytes = Self.rows.flatMap { RowStream.bytes(of: $0) }
        #expect(try heard(bytes + RowStream.end, piece: piece) == Self.rows)
        #expect(try heard(bytes, piece: piece) == nil)
        let problem = SheetProblem(.longCell, row: 3, column: 2)
        #expect(throws: problem) { try heard(bytes + RowStream.bytes(of: problem), piece: piece) }
    }

    @Test func `nothing that a stranger's process says makes it fall over`() {
        var random = SheetFuzzTests.Random(state: 5)
        let whole = Self.rows.prefix(2).flatMap { RowStream.bytes(of: $0) } + RowStream.end
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do {
                let rows = try heard(bytes, piece: 40) ?? []
                #expect(rows.allSatisfy { $0.number <= SheetLimits.rows && $0.cells.count <= SheetLimits.columns })
            } catch { #expect(error is SheetProblem) }
        }
    }
}
