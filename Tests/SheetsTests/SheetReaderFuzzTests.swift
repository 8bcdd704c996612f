import Foundation
import Testing

@testable import Sheets

/// What our writers wrote is read back, and nothing that comes from outside makes a reader fall over.
struct SheetReaderFuzzTests {
    private typealias Random = SheetFuzzTests.Random
    private static let rounds = SheetFuzzTests.isFull ? 20_000 : 400

    private static let pieces = [
        "=", "+1", "-", "@", "\t", "\r", "\n", "\r\n", "'", "\"", ",", ";", " ", "_x0041_", "_", "&", "<", "]]>", "😀",
        "سلام", "Zoë", "007", "true", "1e5", "＝", "x",
    ]

    private static func text(_ random: inout Random) -> String {
        (0..<Int.random(in: 0...5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    @Test(arguments: [SheetFormat.csv, .xlsx]) func `what was written is read back equal`(format: SheetFormat) throws {
        var random = Random(state: 11)
        for _ in 0..<(Self.rounds / 10) {
            // The last cell is never empty, so that no cell is cut off; nor is the first a mark of the encoding.
            let rows = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                [Self.text(&random), Self.text(&random), "e" + Self.text(&random)]
            }
            let written = Written(format.writer(name: "Rows"), columns: 3) { writer in
                for row in rows {
                    for cell in row { writer.text(cell) }
                    writer.endRow()
                }
            }
            let read =
                format == .csv
                ? try CSVReaderTests.read(written.bytes, piece: 1 + Int.random(in: 0...40, using: &random))
                : try XLSXReaderTests.read(written.bytes)
            #expect(read.dropFirst().map(\.cells) == rows)
        }
    }

    @Test func `cells of every kind are read as CSV shows them, from either format`() throws {
        let csv = Written(CSVWriter(), columns: 9) { $0.rowOfEveryKind() }
        let xlsx = Written(XLSXWriter(name: "x"), columns: 9) { $0.rowOfEveryKind() }
        #expect(try XLSXReaderTests.read(xlsx.bytes) == CSVReaderTests.read(csv.bytes))
    }

    @Test(arguments: [SheetFormat.csv, .xlsx])
    func `a file with bytes changed, cut and doubled gives rows or a reason, and no more memory`(format: SheetFormat)
        throws
    {
        var random = Random(state: 23)
        let whole = Written(format.writer(name: "Rows"), columns: 3) { writer in
            for number in 0..<40 { writer.row("name \(number), \"x\"", "=1+1", "سلام") }
        }.bytes
        let before = Self.memory()
        for _ in 0..<Self.rounds {
            var file = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let at = Int.random(in: 0..<file.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: file[at] = UInt8.random(in: 0...255, using: &random)
                case 1: file.removeSubrange(at..<min(at + Int.random(in: 1...200, using: &random), file.count))
                case 2: file.insert(contentsOf: file[at..<min(at + 50, file.count)], at: at)
                case 3: file[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
                default: file.insert(contentsOf: [0xFF, 0, 0x22], at: at)
                }
                if file.isEmpty { file = [0] }
            }
            do {
                let rows = format == .csv ? try CSVReaderTests.read(file, piece: 100) : try XLSXReaderTests.read(file)
                #expect(rows.count < 5000)
                #expect(rows.allSatisfy { $0.number >= 1 && $0.cells.count <= SheetLimits.columns })
            } catch {
                #expect(error is SheetProblem)
            }
        }
        #expect(Self.memory() - before < 96 << 20)
    }

    /// Bytes that this process has in memory.
    private static func memory() -> Int {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
            .dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * 4096
    }
}
