import Postgres
import Sheets

/// Reads PostgreSQL's binary COPY rows and hands each field to a sheet as what it is; nothing is copied on the way.
struct CopyReader {
    enum Problem: Error { case malformed }

    let columns: [SheetColumn.Kind]
    private var isFirst = true

    init(columns: [SheetColumn.Kind]) { self.columns = columns }

    /// `bytes` is one message of the stream: the header (with the first message), a row, or the trailer.
    mutating func read(_ bytes: UnsafeRawBufferPointer, into sheet: any SheetWriter) throws {
        var at = 0
        if isFirst {
            // Signature of 11 bytes, flags, length of an extension that is always empty.
            isFirst = false
            at = 19
            if bytes.count == at { return }
        }
        guard bytes.count >= at + 2 else { throw Problem.malformed }
        let fields = Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: Int16.self))
        at += 2
        if fields == -1 { return }
        guard fields == columns.count else { throw Problem.malformed }
        for kind in columns {
            guard bytes.count >= at + 4 else { throw Problem.malformed }
            let size = Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: Int32.self)))
            at += 4
            guard size >= 0 else {
                sheet.empty()
                continue
            }
            guard bytes.count >= at + size else { throw Problem.malformed }
            let field = UnsafeRawBufferPointer(rebasing: bytes[at..<at + size])
            at += size
            try write(field, kind, to: sheet)
        }
        sheet.endRow()
    }

    private func write(_ field: UnsafeRawBufferPointer, _ kind: SheetColumn.Kind, to sheet: any SheetWriter) throws {
        switch kind {
        case .text: sheet.text(field)
        case .uuid: sheet.uuid(field)
        case .bool: sheet.bool(field.first == 1)
        case .integer, .decimal:
            guard field.count == 8 else { throw Problem.malformed }
            sheet.integer(Int64(bigEndian: field.loadUnaligned(as: Int64.self)))
        case .time:
            guard field.count == 8 else { throw Problem.malformed }
            // Microseconds since 2000 in the tenant's zone; sheets count from 1970.
            sheet.time(Int64(bigEndian: field.loadUnaligned(as: Int64.self)) &+ 946_684_800_000_000)
        case .date:
            guard field.count == 4 else { throw Problem.malformed }
            sheet.date(Int(Int32(bigEndian: field.loadUnaligned(as: Int32.self))) + 10_957)
        }
    }
}
