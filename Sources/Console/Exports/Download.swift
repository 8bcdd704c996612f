import Postgres
import Sheets
import Web

/// A file to be made: the record written before its first byte, and the query whose rows fill it.
package struct Download: Sendable {
    /// The start is committed before anything is sent.
    package var record: ExportRecord
    package var name: String
    package var format: SheetFormat
    package var columns: [SheetColumn]
    /// True for each column that the file has.
    private let isChosen: [Bool]
    /// The zone of its times. JSON Lines writes each time with its offset; the other formats name the zone in the
    /// column's title, so that a cell stays a date and time for calculations.
    private let zone: String?
    /// A select whose columns have the types of `columns`, in their order; or the rows that `rows` converts.
    package var select: SQL
    /// Converts the select's fields into cells. nil: the fields are the cells.
    package var rows: (@Sendable () -> any SheetRowMaking)?
    /// Lines above the table of a workbook.
    package var above: [String] = []
    package var sheetName: String
    package var isRightToLeft: Bool
    /// For a file that is already made: the number of its pieces, and a function that reads one. nil: its rows are
    /// selected.
    private var pieces: Pieces?

    private typealias Pieces = (count: Int, read: @Sendable (Int, Connection) throws -> [UInt8])

    package init(
        record: ExportRecord, name: String, format: SheetFormat, columns: [SheetColumn], isChosen: [Bool]? = nil,
        zone: String?, select: SQL, sheetName: String, isRightToLeft: Bool
    ) {
        self.isChosen = isChosen ?? columns.map { _ in true }
        precondition(zone != nil || !columns.contains { $0.kind == .time }, "times have a zone")
        precondition(format != .jsonl || zone == nil || zone == SheetFormat.linesZone, "FileRequest says the zone")
        self.record = record
        self.name = name
        self.format = format
        self.zone = zone
        self.columns = columns.map { column in
            guard column.kind == .time, let zone, format != .jsonl else { return column }
            return SheetColumn(
                id: column.id, title: "\(column.title) (\(zone))", kind: column.kind,
                width: max(column.width, column.title.count + zone.count + 3), choices: column.choices)
        }
        self.select = select
        self.sheetName = sheetName
        self.isRightToLeft = isRightToLeft
    }

    package init(
        record: ExportRecord, name: String, format: SheetFormat, pieces: Int,
        read: @escaping @Sendable (_ number: Int, _ connection: Connection) throws -> [UInt8]
    ) {
        self.init(
            record: record, name: name, format: format, columns: [], zone: nil, select: .empty, sheetName: "",
            isRightToLeft: false
        )
        self.pieces = (pieces, read)
    }

    package var type: String { format.mediaType }

    /// Makes the file for a client, and returns when its first bytes are available: if there is no connection or the
    /// query fails, a page can still show the error. Records the end: the number of rows sent, or that the download
    /// was interrupted.
    package func start(by actor: Actor, _ services: Services) async throws -> ChunkPipe {
        let pipe = ChunkPipe(budget: services.database.downloadBudget)
        start(.downloads, into: pipe, by: actor, services, counting: nil)
        do {
            try await pipe.begin()
        } catch {
            pipe.abandon()
            throw error
        }
        // A finished query uses no connection, but the rows that it read still use memory.
        Task {
            while pipe.endIfSlow() { try? await Task.sleep(for: .seconds(5)) }
        }
        return pipe
    }

    /// Makes the file for a job, which records the end when it has stored all rows that `counting` counts.
    package func start(inBackgroundBy actor: Actor, _ services: Services, counting: RowCount) -> ChunkPipe {
        let pipe = ChunkPipe()
        start(.background, into: pipe, by: actor, services, counting: counting)
        return pipe
    }

    private func start(
        _ lane: Database.LaneName, into pipe: ChunkPipe, by actor: Actor, _ services: Services, counting: RowCount?
    ) {
        let download = self
        Task {
            do {
                let holders = lane == .downloads ? actor.holders : []
                if let pieces { return try await send(pieces, on: lane, for: holders, into: pipe, services) }
                try await services.database.perform(lane, for: holders) { connection in
                    download.run(on: connection, into: pipe, by: actor, services, counting: counting)
                }
            } catch {
                await recordNothing(by: actor, services, counting: counting)
                pipe.finish(.failure(error))
            }
        }
    }

    /// Reads each piece on any free connection: a slow client uses none between two pieces.
    private func send(
        _ pieces: Pieces, on lane: Database.LaneName, for holders: [Holder], into pipe: ChunkPipe, _ services: Services
    ) async throws {
        for number in 0..<pieces.count {
            let bytes = try await services.database.perform(lane, for: holders) { connection in
                try pieces.read(number, connection)
            }
            try await pipe.give(bytes)
        }
        pipe.finish(.success(()))
    }

    /// No connection became free: the start is in the audit trail, so the end is recorded with no rows.
    private func recordNothing(by actor: Actor, _ services: Services, counting: RowCount?) async {
        guard counting == nil, let ended = record.ended(isWhole: false, rows: 0) else { return }
        do {
            try await services.database.perform(.safety) { connection in
                try connection.inTenant(actor.tenant.id) { tx in try services.trail.append(ended, by: actor, in: tx) }
            }
        } catch {
            services.logger.error("end of export not recorded", metadata: ["cause": "\(error)"])
        }
    }

    private func run(
        on connection: Connection, into pipe: ChunkPipe, by actor: Actor, _ services: Services, counting: RowCount?
    ) {
        let counted = counting ?? RowCount()
        var outcome: Result<Void, any Error> = .success(())
        do {
            try write(on: connection, into: pipe, by: actor, counting: counted)
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

    private func write(on connection: Connection, into pipe: ChunkPipe, by actor: Actor, counting: RowCount) throws {
        let sheet = format.writer(name: sheetName, rightToLeft: isRightToLeft, above: above)
        let writer: any SheetWriter = isChosen.contains(false) ? ChosenColumns(of: sheet, isChosen) : sheet
        try connection.inTenant(actor.tenant.id, .snapshot) { _ in
            // The list counts its days as the page does that it was asked on.
            try connection.send(CurrentTenantQuery.enter(actor.tenant.zone))
            try Declarations.current.raiseWalls(for: actor, on: connection)
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
            // What stands below the table is none of its rows.
            counting.value = writer.rows
            if format == .xlsx, let maker {
                writer.endTable()
                maker.writeBelow(writer)
            }
            writer.finish()
            try pipe.send(writer.take())
        }
    }
}
