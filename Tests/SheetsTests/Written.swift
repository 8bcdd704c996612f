import Foundation

@testable import Sheets

/// A finished export, and what Python makes of it.
struct Written {
    let bytes: [UInt8]
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Columns named a, b, c…, titled A, B, C….
    static func columns(_ count: Int) -> [SheetColumn] {
        (0..<count).map { index in
            let letter = String(UnicodeScalar(UInt8(0x61 + index)))
            return SheetColumn(id: letter, title: letter.uppercased())
        }
    }

    init(_ writer: any SheetWriter, columns: Int, _ write: (any SheetWriter) -> Void) {
        self.init(writer, columns: Self.columns(columns), write)
    }

    /// Takes the bytes whenever a chunk is ready, as a server would.
    init(_ writer: any SheetWriter, columns: [SheetColumn], _ write: (any SheetWriter) -> Void) {
        var bytes: [UInt8] = []
        writer.begin(columns: columns)
        write(TakingWriter(writer) { bytes += $0 })
        writer.finish()
        bytes += writer.take()
        self.bytes = bytes
    }

    /// The one that `deploy/packages test` gives openpyxl to.
    private static let interpreter: String = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let own = root.appending(path: ".build/venv/bin/python").path
        return FileManager.default.isExecutableFile(atPath: own) ? own : "python3"
    }()

    /// Runs Python with the file's path as first argument and returns what it prints, without the last line end.
    func python(_ script: String, _ arguments: [String] = []) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sheets-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "file.xlsx")
        try Data(bytes).write(to: file)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [Self.interpreter, "-c", script, file.path] + arguments
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// One part of an XLSX.
    func part(_ name: String) throws -> String {
        try python(
            "import sys, zipfile; sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())", [name])
    }

    /// The rows of an XLSX's first sheet below the header, as XML.
    func sheetRows(_ sheet: Int = 1) throws -> String {
        let xml = try part("xl/worksheets/sheet\(sheet).xml")
        let afterHeader = xml.components(separatedBy: "</row>").dropFirst().joined(separator: "</row>")
        return afterHeader.components(separatedBy: "</sheetData>")[0]
    }
}

/// Passes everything on and hands over the bytes of each chunk.
final class TakingWriter: SheetWriter {
    private let writer: any SheetWriter
    private let sink: ([UInt8]) -> Void

    init(_ writer: any SheetWriter, sink: @escaping ([UInt8]) -> Void) {
        self.writer = writer
        self.sink = sink
    }

    func begin(columns: [SheetColumn]) { writer.begin(columns: columns) }
    func text(_ utf8: UnsafeRawBufferPointer) { writer.text(utf8) }
    func integer(_ value: Int64) { writer.integer(value) }
    func decimal(minorUnits: Int64, places: Int) { writer.decimal(minorUnits: minorUnits, places: places) }
    func bool(_ value: Bool) { writer.bool(value) }
    func time(_ localMicroseconds: Int64) { writer.time(localMicroseconds) }
    func date(_ days: Int) { writer.date(days) }
    func uuid(_ bytes: UnsafeRawBufferPointer) { writer.uuid(bytes) }
    func empty() { writer.empty() }
    func finish() { writer.finish() }
    var rows: Int { writer.rows }
    var pending: Int { writer.pending }

    func endRow() {
        writer.endRow()
        if writer.pending >= SheetFormat.chunk { sink(writer.take()) }
    }

    func withPending<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try writer.withPending(body) }
}

extension SheetWriter {
    func text(bytes: [UInt8]) {
        bytes.withUnsafeBytes { text($0) }
    }

    func row(_ texts: String...) {
        for string in texts { text(string) }
        endRow()
    }

    /// A cell of every kind; for `Written.columns(9)`.
    func rowOfEveryKind() {
        text("Ana")
        integer(-42)
        decimal(minorUnits: -1205, places: 2)
        bool(true)
        time(1_795_166_040_999_999)
        date(20_777)
        [UInt8](0..<16).withUnsafeBytes { uuid($0) }
        empty()
        text("")
        endRow()
    }
}
