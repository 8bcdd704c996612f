import Postgres
import Sheets
import Web

/// A file in the making: what was recorded before its first byte, and the query whose rows fill it.
package struct Download: Sendable {
    /// Its beginning is committed before anything leaves.
    package var record: ExportRecord
    package var name: String
    package var format: SheetFormat
    package var columns: [SheetColumn]
    /// A select whose columns are of the types that `columns` names, in their order; or what `rows` makes rows of.
    package var select: SQL
    /// Makes the cells of a row where those of the select are not the file's. nil: they are.
    package var rows: (@Sendable () -> any SheetRowMaking)?
    package var sheetName: String
    package var isRightToLeft: Bool
    /// Of a file that is made already: how many pieces it has, and how one is read. nil: its rows are selected.
    private var pieces: (count: Int, read: @Sendable (Int, Connection) throws -> [UInt8])?

    package init(
        record: ExportRecord, name: String, format: SheetFormat, columns: [SheetColumn], select: SQL, sheetName: String,
        isRightToLeft: Bool
    ) {
        self.record = record
        self.name = name
        self.format = format
        self.columns = columns
        self.select = select
        self.sheetName = sheetName
        self.isRightToLeft = isRightToLeft
    }

    package init(
        record: ExportRecord, name: String, format: SheetFormat, pieces: Int,
        read: @escaping @Sendable (_ number: Int, _ connection: Connection) throws -> [UInt8]
    ) {
        self.init(
            record: record, name: name, format: format, columns: [], select: .empty, sheetName: "", isRightToLeft: false
        )
        self.pieces = (pieces, read)
    }

    package var type: String { format.mediaType }

    /// Starts the stream on a connection of its own. Of a file that leaves at once it is recorded how it ended: how
    /// many rows went out, or that it broke off. Who counts the rows (`counting`) records that as well.
    package func start(by actor: Actor, _ services: Services, counting: RowCount? = nil) -> ChunkPipe {
        let pipe = ChunkPipe()
        let download = self
        Task {
            do {
                try await services.database.perform(.streams) { connection in
                    download.run(on: connection, into: pipe, by: actor, services, counting: counting)
                }
            } catch {
                pipe.finish(.failure(error))
            }
        }
        return pipe
    }

    private func run(
        on connection: Connection, into pipe: ChunkPipe, by actor: Actor, _ services: Services, counting: RowCount?
    ) {
        let counted = counting ?? RowCount()
        var outcome: Result<Void, any Error> = .success(())
        do {
            try write(on: connection, into: pipe, of: actor.tenant.id, counting: counted)
        } catch {
            outcome = .failure(error)
            services.logger.warning(
                "export broken off", metadata: ["request": "\(actor.requestID)", "cause": "\(error)"])
        }
        let isWhole = if case .success = outcome { true } else { false }
        if counting == nil, let ended = record.ended(isWhole: isWhole, rows: counted.value) {
            do {
                try connection.inTenant(actor.tenant.id) { tx in try services.trail.append(ended, by: actor, in: tx) }
            } catch {
                services.logger.error("end of export not recorded", metadata: ["cause": "\(error)"])
                outcome = .failure(error)
            }
        }
        pipe.finish(outcome)
    }

    private func write(on connection: Connection, into pipe: ChunkPipe, of tenant: ID, counting: RowCount) throws {
        if let pieces {
            for number in 0..<pieces.count { try pipe.send(pieces.read(number, connection)) }
            return
        }
        let writer = format.writer(name: sheetName, rightToLeft: isRightToLeft)
        try connection.inTenant(tenant, .snapshot) { _ in
            writer.begin(columns: columns)
            var reader = CopyReader(columns: columns.map(\.kind))
            var maker = rows?()
            try connection.copyOut(select) { bytes in
                if maker == nil {
                    try reader.read(bytes, into: writer)
                } else if let fields = try reader.fields(bytes) {
                    try maker?.write(fields, to: writer)
                    writer.endRow()
                }
                if writer.pending >= SheetFormat.chunk {
                    counting.value = writer.rows
                    try pipe.send(writer.take())
                }
            }
            writer.finish()
            counting.value = writer.rows
            try pipe.send(writer.take())
        }
    }
}
