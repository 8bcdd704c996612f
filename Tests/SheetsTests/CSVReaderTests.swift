import Testing

@testable import Sheets

/// What people send under the name of CSV.
struct CSVReaderTests {
    /// The file as it is brought: sniffed whole, read in pieces so small that everything is cut somewhere.
    static func read(_ bytes: [UInt8], piece: Int = 7) throws -> [SheetRow] {
        var sniffer = CSVSniffer()
        sniffer.add(bytes)
        var at = 0
        let reader = CSVReader(try sniffer.dialect()) {
            guard at < bytes.count else { return nil }
            defer { at += piece }
            return Array(bytes[at..<min(at + piece, bytes.count)])
        }
        var rows: [SheetRow] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    private func cells(_ text: String) throws -> [[String]] { try Self.read(Array(text.utf8)).map(\.cells) }

    private static func wide(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { bigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
    }

    private func problem(_ bytes: [UInt8]) -> SheetProblem? {
        do { _ = try Self.read(bytes) } catch { return error as? SheetProblem }
        return nil
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func `every line end divides rows, with and without one at the end`(
        end: String
    ) throws {
        for tail in ["", end] {
            #expect(try cells("a,b\(end)1,2\(end)\(end)3,\(tail)") == [["a", "b"], ["1", "2"], ["3"]])
        }
    }

    @Test func `rows are numbered as a spreadsheet shows them, blank ones counted`() throws {
        #expect(try Self.read(Array("a\n\n \"\n,\nb\n\"x\ny\"\nc".utf8)).map(\.number) == [1, 3, 5, 6, 7])
    }

    @Test(arguments: [",", ";", "\t", "|"]) func `the separator is found out`(separator: String) throws {
        let text = ["name,town", "\"a\(separator)b\",x", "Zoë,\"q;,;,|\""].joined(separator: "\n")
            .replacing("name,town", with: "name\(separator)town").replacing("\",x", with: "\"\(separator)x").replacing(
                "Zoë,", with: "Zoë\(separator)")
        #expect(try cells(text) == [["name", "town"], ["a\(separator)b", "x"], ["Zoë", "q;,;,|"]])
    }

    @Test func `Excel's own line about the separator is obeyed and is no row`() throws {
        let rows = try Self.read(Array("sep=;\r\na;b,c\r\n1;2".utf8))
        #expect(rows == [SheetRow(number: 2, cells: ["a", "b,c"]), SheetRow(number: 3, cells: ["1", "2"])])
    }

    @Test func `quotes hold separators, line ends and quotes, and text behind one belongs to the cell`() throws {
        #expect(
            try cells("a,b\n\"x\r\ny\",\"say \"\"hi\"\"\"\n\"in\"side,mid\"dle\"\n\"\",\"\"\"\"") == [
                ["a", "b"], ["x\r\ny", "say \"hi\""], ["inside", "mid\"dle\""], ["", "\""],
            ])
    }

    @Test func `byte order marks and UTF-16 of either kind, also without a mark`() throws {
        let text = "name,город\nZoë,Орёл 😀\nامید,x\n"
        let expected = [["name", "город"], ["Zoë", "Орёл 😀"], ["امید", "x"]]
        #expect(try Self.read([0xEF, 0xBB, 0xBF] + Array(text.utf8)).map(\.cells) == expected)
        for big in [true, false] {
            #expect(
                try Self.read((big ? [0xFE, 0xFF] : [0xFF, 0xFE]) + Self.wide(text, bigEndian: big)).map(\.cells)
                    == expected)
            let plain = "email,name\nzoe@example.org,Zoe\n"
            #expect(
                try Self.read(Self.wide(plain, bigEndian: big)).map(\.cells) == [
                    ["email", "name"], ["zoe@example.org", "Zoe"],
                ])
        }
    }

    @Test func `Windows-1252 is guessed where accents stand alone, and not where they are another alphabet`() throws {
        let western: [UInt8] =
            Array("name;stadt\nZo".utf8) + [0xEB] + Array(";M".utf8) + [0xFC] + Array("nchen \n".utf8) + [0x80, 0x93]
            + Array(";x".utf8)
        var sniffer = CSVSniffer()
        sniffer.add(western)
        #expect(try sniffer.dialect() == CSVDialect(encoding: .windows1252, separator: UInt8(ascii: ";")))
        #expect(try Self.read(western).map(\.cells) == [["name", "stadt"], ["Zoë", "München "], ["€“", "x"]])
        // A byte that 1252 has nothing for, and which is a letter in no language that has the other.
        #expect(problem(Array("caf".utf8) + [0xE9, 0x2C, 0x81])?.reason == .unknownEncoding)
    }

    @Test func `13.25: Windows-1251 and Windows-1256 are told by their letters, and a person may know better`() throws {
        let russian: [UInt8] = [0xCC, 0xE0, 0xF0, 0xE8, 0xFF, 0x2C, 0xCE, 0xF0, 0xB8, 0xEB]
        #expect(try Self.read(russian).map(\.cells) == [["Мария", "Орёл"]])
        // نام,شهر / مريم,تهران / پژمان,گرگان
        let persian: [UInt8] =
            [
                0xE4, 0xC7, 0xE3, 0x2C, 0xD4, 0xE5, 0xD1, 0x0A, 0xE3, 0xD1, 0xED, 0xE3, 0x2C, 0xCA, 0xE5, 0xD1, 0xC7,
                0xE4,
            ]
            + [0x0A, 0x81, 0x8E, 0xE3, 0xC7, 0xE4, 0x2C, 0x90, 0xD1, 0x90, 0xC7, 0xE4]
        #expect(try Self.read(persian).map(\.cells) == [["نام", "شهر"], ["مريم", "تهران"], ["پژمان", "گرگان"]])
        var sniffer = CSVSniffer()
        sniffer.add(russian)
        #expect(try sniffer.dialect().encoding == .windows1251)
        #expect(try sniffer.dialect(chosen: .windows1256).encoding == .windows1256)
        #expect(CSVDialect.Encoding.windows1251.isGuess && !CSVDialect.Encoding.utf8.isGuess)
    }

    @Test func `13.12: a row has a limit of bytes, whatever its cells have`() {
        let cell = String(repeating: "x", count: SheetLimits.cell)
        let row = (0..<5).map { _ in cell }.joined(separator: ",")
        #expect(problem(Array("a,b\n\(row)\n".utf8)) == SheetProblem(.longRow, row: 2, column: 4))
    }

    @Test func `what breaks a file is told with its row and column`() {
        let long = String(repeating: "x", count: SheetLimits.cell + 1)
        #expect(problem(Array("a,b\n1,\"never\nclosed\n2,3\n".utf8)) == SheetProblem(.openQuote, row: 2, column: 2))
        #expect(problem(Array("a,b\n1,2\n3,\(long)\n".utf8)) == SheetProblem(.longCell, row: 3, column: 2))
        #expect(problem(Array("a,b\n1,2\n\"\n\(long)".utf8)) == SheetProblem(.openQuote, row: 3, column: 1))
        #expect(
            problem(Array((String(repeating: "x,", count: 256) + "y\n").utf8))
                == SheetProblem(.manyColumns, row: 1, column: 257))
        #expect(problem([0x89, 0x50, 0x4E, 0x47] + Array(repeating: 0, count: 400)) == SheetProblem(.noText))
    }

    @Test func `ragged rows and a thousand empty cells are no matter`() throws {
        #expect(
            try cells("a,b,c\n1\n1,2,3,4\n" + String(repeating: ",", count: 1000) + "\n9") == [
                ["a", "b", "c"], ["1"], ["1", "2", "3", "4"], ["9"],
            ])
        #expect(try cells("") == [])
        #expect(try cells("\n\n\n") == [])
    }

    @Test func `a zero byte in a text stays for whoever judges the cell`() throws {
        #expect(try cells("name,email\na\0b,x@example.org\n") == [["name", "email"], ["a\0b", "x@example.org"]])
    }
}
