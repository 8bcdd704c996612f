import Postgres
import Secrets
import Sheets

/// The file in the database: stored in sealed chunks, and read from there.
package struct ImportSource {
    package static let chunk = 262_144

    package static func seal(_ file: [UInt8], of id: ID, tenant: ID, _ keys: InstallationKeys) throws -> [[UInt8]] {
        return try stride(from: 0, to: file.count, by: chunk).enumerated().map { number, start in
            let part = Array(file[start..<min(start + chunk, file.count)])
            return try keys.data.seal(part, ImportContent.place("import_chunks", "content", number, of: id, tenant))
        }
    }

    /// Returns a reader of a file in memory. A CSV is read in this process, since that reader is all our own code; a
    /// workbook passes through two libraries, and is therefore read in a process of its own.
    package static func reader(_ file: [UInt8], _ format: SheetFormat, _ dialect: CSVDialect, _ services: Services)
        throws
        -> any SheetReader
    {
        if format == .xlsx { return try services.reading.workbook(file) }
        var isGiven = false
        return CSVReader(dialect) {
            defer { isGiven = true }
            return isGiven ? nil : file
        }
    }

    package static func chunk(_ number: Int, of id: ID, in tx: borrowing TenantTransaction, _ keys: InstallationKeys)
        throws
        -> [UInt8]
    {
        guard let row = try tx.first(ImportQueries.chunk(number, of: id)) else { throw SealError.tampered }
        let place = ImportContent.place("import_chunks", "content", number, of: id, tx.tenant)
        return try keys.data.open(try row.bytes("content"), place)
    }

    /// Returns a reader of the stored file. A CSV is read chunk by chunk, each in a short transaction of its own; of
    /// a workbook the whole packed file stays in memory, since its directory is at the end.
    package static func reader(_ found: Import, on connection: Connection, tenant: ID, _ services: Services) throws
        -> any SheetReader
    {
        let (id, keys) = (found.id, services.keys)
        func read(_ number: Int) throws -> [UInt8] {
            try connection.inTenant(tenant, .readOnly) { tx in try chunk(number, of: id, in: tx, keys) }
        }
        if found.format == .xlsx {
            var file: [UInt8] = []
            file.reserveCapacity(found.bytes)
            for number in 0..<found.chunks { file += try read(number) }
            return try services.reading.workbook(file)
        }
        var next = 0
        return CSVReader(found.dialect) {
            guard next < found.chunks else { return nil }
            defer { next += 1 }
            return try read(next)
        }
    }
}
