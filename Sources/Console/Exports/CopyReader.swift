import Postgres
import Sheets

/// Converts the fields of a select into the cells of a row, for data that a sheet's column can't contain directly.
package protocol SheetRowMaking {
    /// Writes one cell per column, in their order. A null field is nil.
    mutating func write(_ fields: [UnsafeRawBufferPointer?], to sheet: any SheetWriter) throws
    /// Writes rows below those of the table, each with one cell per column and its end: totals. Of workbooks alone, which people read.
    func writeBelow(_ sheet: any SheetWriter)
}

extension SheetRowMaking {
    package func writeBelow(_ sheet: any SheetWriter) {}
}

/// Reads PostgreSQL's binary COPY rows and writes each field to a sheet by its type, without copying.
package struct CopyReader {
    package enum Problem: Error { case malformed }

    package let columns: [SheetColumn.Kind]
    private var isFirst = true

    package init(columns: [SheetColumn.Kind]) { self.columns = columns }

    /// `bytes` is one message of the stream: the header (with the first message), a row, or the trailer.
    package mutating func read(_ bytes: UnsafeRawBufferPointer, into sheet: any SheetWriter) throws {
        guard var at = try begin(bytes, wanted: columns.count) else { return }
        for kind in columns {
            if let field = try Self.field(bytes, &at) { try write(field, kind, to: sheet) } else { sheet.empty() }
        }
        sheet.endRow()
    }

    /// Returns the fields of a row, nil for null; returns nil for a message without a row. They are valid until the
    /// next message.
    package mutating func fields(_ bytes: UnsafeRawBufferPointer) throws -> [UnsafeRawBufferPointer?]? {
        guard var at = try begin(bytes, wanted: nil) else { return nil }
        let count = Int(Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: at - 2, as: Int16.self)))
        return try (0..<count).map { _ in try Self.field(bytes, &at) }
    }

    /// Returns the position of the first field of the message's row; nil if it has no row.
    private mutating func begin(_ bytes: UnsafeRawBufferPointer, wanted: Int?) throws -> Int? {
        var at = 0
        if isFirst {
            // Signature of 11 bytes, flags, length of an extension that is always empty.
            isFirst = false
            at = 19
            if bytes.count == at { return nil }
        }
        guard bytes.count >= at + 2 else { throw Problem.malformed }
        let fields = Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: Int16.self))
        if fields == -1 { return nil }
        guard fields >= 0, wanted == nil || Int(fields) == wanted else { throw Problem.malformed }
        return at + 2
    }

    @inline(__always)
    private static func field(_ bytes: UnsafeRawBufferPointer, _ at: inout Int) throws -> UnsafeRawBufferPointer? {
        guard bytes.count >= at + 4 else { throw Problem.malformed }
        let size = Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: Int32.self)))
        at += 4
        guard size >= 0 else { return nil }
        guard bytes.count >= at + size else { throw Problem.malformed }
        defer { at += size }
        return UnsafeRawBufferPointer(rebasing: bytes[at..<at + size])
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
