import Crypto
import HTML
import Postgres
import Secrets
import Sheets
import Templates

/// Processes the next rows of an import, in the transaction that also stores the progress. Each function returns
/// whether there may be more rows.
package struct ImportBatch {
    package let found: Import
    package let declaration: any ImportDeclaration.Type
    package let actor: Actor
    package let services: Services
    /// The contents of rows that an earlier batch opened for this one.
    private let opened: OpenedRows

    package init(
        found: Import, declaration: any ImportDeclaration.Type, actor: Actor, services: Services,
        opened: OpenedRows = OpenedRows()
    ) {
        (self.found, self.declaration, self.actor, self.services) = (found, declaration, actor, services)
        self.opened = opened
    }

    // MARK: Checking

    /// Items whose rows are sealed and stored at once.
    private static let part = 250

    package func validate(_ rows: [SheetRow], in tx: borrowing TenantTransaction) throws -> Bool {
        guard let last = rows.last else {
            try tx.execute(ImportQueries.count(found.id))
            _ = try tx.rows(ImportRowQueries.analyse)
            try tx.execute(found.runsAtOnce ? ImportQueries.goOn(found.id) : ImportQueries.end(found.id, .checked))
            if found.runsAtOnce {
                try services.trail.append(
                    AuditEvent(.importStarted, on: .import, found.id, changes: [.init("list", new: found.list)]),
                    by: actor, in: tx)
            }
            return false
        }
        let declared = declaration.columns(of: actor.tenant, services)
        let items = found.items(rows, of: declaration, declared)
        let spans = Self.spans(items)
        var verdicts = try declaration.preview(items, in: tx, by: actor, services)
        for (index, span) in spans.enumerated() {
            let faults = span.flatMap { ofFile(rows[$0], at: $0 - span.lowerBound) }
            guard !faults.isEmpty else { continue }
            // Shows all errors of a row at once. For a cell without a value, only that error is shown.
            let others = verdicts[index].faults.filter { fault in
                !faults.contains { $0.field != nil && $0.field == fault.field && $0.row == fault.row }
            }
            verdicts[index] = ImportVerdict(state: .wrong, faults: others + faults)
        }
        let marks =
            try declaration.entryColumn.map { try refuseApart(&verdicts, items, $0, in: tx) }
            ?? refuseTwins(&verdicts, items, in: tx)
        let room = try Imports.roomLeft(in: tx)
        var size = 0
        var hasRoom = true
        // Each part is sealed while the database stores the part before it.
        for part in stride(from: 0, to: spans.count, by: Self.part) {
            let written = try spans.indices[part..<min(part + Self.part, spans.count)].flatMap { index in
                try Self.written(
                    Array(rows[spans[index]]), verdicts[index], marks: marks[index], of: found.id, tenant: tx.tenant,
                    services.keys)
            }
            let bytes = written.reduce(0) { $0 + $1.content.count }
            // A row with many errors may be stored with more bytes than its cells have.
            hasRoom = size + bytes <= room
            guard hasRoom else { break }
            size += bytes
            _ = try tx.send(ImportRowQueries.add(written, to: found.id, tenant: tx.tenant))
            try tx.start()
        }
        try tx.execute(ImportQueries.count(found.id, rowBytes: size))
        guard hasRoom else {
            try tx.execute(ImportQueries.fail(found.id, SheetProblem(.noRoom, row: last.number)))
            return false
        }
        if found.position == 0 { _ = try tx.rows(ImportRowQueries.analyse) }
        try tx.execute(ImportQueries.move(found.id, to: last.number))
        return true
    }

    /// Returns errors that do not depend on the list: cells without a title, and those that a spreadsheet could not
    /// compute.
    private func ofFile(_ row: SheetRow, at index: Int) -> [ImportFault] {
        var faults: [ImportFault] = []
        if row.cells.dropFirst(found.columns.count).contains(where: { !$0.isEmpty }) {
            let text = Strings.import_more_cells(most: found.columns.count)
            faults.append(ImportFault(field: nil, text: text, row: index))
        }
        for (column, fault) in row.faults.sorted(by: { $0.key < $1.key }) {
            guard found.columns.indices.contains(column), !found.columns[column].isEmpty else { continue }
            let text: LocalText =
                switch fault {
                case .error: Strings.import_cell_error(error: row.cells[column])
                case .noValue: LocalText(Strings.import_cell_no_value)
                }
            faults.append(ImportFault(field: found.columns[column], text: text, row: index))
        }
        return faults
    }

    /// Returns the positions of the items' rows within the batch.
    private static func spans(_ items: [ImportItem]) -> [Range<Int>] {
        var next = 0
        return items.map { item in
            defer { next += item.rows.count }
            return next..<next + item.rows.count
        }
    }

    /// Adds the verdict to each of an item's rows. If an entry is invalid, all of its rows are: so they are in one
    /// workbook, and can be imported again on their own.
    private static func written(
        _ rows: [SheetRow], _ verdict: ImportVerdict, state: String? = nil, marks: Marks = (nil, nil), of id: ID,
        tenant: ID,
        _ keys: InstallationKeys
    ) throws -> [ImportRowQueries.Written] {
        let first = verdict.faults.map(\.row).min() ?? 0
        return try rows.enumerated().map { index, row in
            var content = ImportContent(
                cells: row.cells, changes: verdict.changes.filter { $0.row == index },
                faults: verdict.faults.filter { $0.row == index })
            if verdict.state == .wrong, content.faults.isEmpty {
                content.faults = [ImportFault(field: nil, text: Strings.import_wrong_with(row: rows[first].number))]
            }
            return ImportRowQueries.Written(
                number: row.number, state: state ?? verdict.state.rawValue, object: verdict.object,
                version: verdict.version,
                // Later rows of an invalid entry need no marks: only its first row is looked up.
                marks: index > 0 && verdict.state == .wrong ? (nil, nil) : marks,
                content: try content.sealed(row.number, of: id, tenant: tenant, keys))
        }
    }

    private typealias Marks = (object: [UInt8]?, name: [UInt8]?)

    /// Only HMACs are compared: no table contains people's names unsealed.
    private func mark(_ text: String?, _ kind: String) -> [UInt8]? {
        text.map { Array(MAC.hmac(Array("\(found.id) \(kind) \($0)".utf8), key: services.keys.imports).prefix(16)) }
    }

    /// Finds rows of one entry that are not together: the second group would replace what the first has added. So
    /// both are invalid, even if the first was checked in an earlier batch.
    private func refuseApart(
        _ verdicts: inout [ImportVerdict], _ items: [ImportItem], _ column: String, in tx: borrowing TenantTransaction
    ) throws -> [Marks] {
        var marks: [Marks] = items.map { (nil, mark($0.values[column], "name")) }
        func fault(_ row: Int) -> ImportFault { ImportFault(field: column, text: Strings.import_apart(row: row)) }
        var validated: [[UInt8]: [Stored]] = [:]
        for row in try tx.rows(ImportRowQueries.named(Array(Set(marks.compactMap(\.name))), of: found.id)) {
            validated[try row.bytes("mark"), default: []].append(try stored(row, tenant: tx.tenant))
        }
        var (first, refused): ([[UInt8]: Int], [ImportRowQueries.Written]) = ([:], [])
        for index in items.indices {
            guard let mark = marks[index].name else { continue }
            let earlier = validated[mark]
            guard let row = earlier?.first?.number ?? first[mark].map({ items[$0].number }) else {
                first[mark] = index
                continue
            }
            // Only the first group is looked up, however often the key occurs.
            marks[index].name = nil
            verdicts[index] = ImportVerdict(state: .wrong, faults: verdicts[index].faults + [fault(row)])
            if let at = first[mark], verdicts[at].state != .wrong {
                verdicts[at] = ImportVerdict(state: .wrong, faults: [fault(items[index].number)])
            } else if let earlier, earlier[0].state != "wrong" {
                refused += try Self.written(
                    earlier.map(\.row), ImportVerdict(state: .wrong, faults: [fault(items[index].number)]),
                    of: found.id, tenant: tx.tenant,
                    services.keys)
                validated[mark]?[0].state = "wrong"
            }
        }
        if !refused.isEmpty { try tx.execute(ImportRowQueries.save(refused, of: found.id)) }
        return marks
    }

    /// If several rows mean the same object, the first one counts, and the others name its row.
    private func refuseTwins(
        _ verdicts: inout [ImportVerdict], _ items: [ImportItem], in tx: borrowing TenantTransaction
    ) throws -> [Marks] {
        let marks = verdicts.map { (object: mark($0.marks.object, "object"), name: mark($0.marks.name, "name")) }
        var first: [[UInt8]: Int] = [:]
        for row in try tx.rows(
            ImportRowQueries.twins(marks.compactMap(\.object), marks.compactMap(\.name), of: found.id))
        {
            first[try row.bytes("mark")] = try row.int("number")
        }
        var kept: [Marks] = []
        for index in verdicts.indices {
            let own = [marks[index].object, marks[index].name].compactMap { $0 }
            if let twin = own.compactMap({ first[$0] }).min() {
                verdicts[index] = ImportVerdict(
                    state: .wrong,
                    faults: verdicts[index].faults + [ImportFault(field: nil, text: Strings.import_twin(row: twin))])
            } else {
                for mark in own { first[mark] = items[index].number }
            }
            // An invalid row does not exclude another.
            let isWrong = verdicts[index].state == .wrong
            if isWrong { for mark in own where first[mark] == items[index].number { first[mark] = nil } }
            kept.append(isWrong ? (nil, nil) : marks[index])
        }
        return kept
    }

    // MARK: Writing

    private struct Stored {
        var number: Int
        var state: String
        var object: ID?
        var version: Int
        var content: ImportContent

        var row: SheetRow { SheetRow(number: number, cells: content.cells) }
    }

    private func stored(_ row: Row, tenant: ID) throws -> Stored {
        let number = try row.int("number")
        return Stored(
            number: number, state: try row.text("state"), object: try row.idOrNil("object_id"),
            version: try row.int("version"),
            content: try opened.content(
                try row.bytes("content"), number, of: found.id, tenant: tenant, services.keys))
    }

    /// Asks for the rows behind that one, which the next batch will ask for again.
    private func ask(ahead states: [String], after number: Int, in tx: borrowing TenantTransaction) throws
        -> Connection.Pending
    {
        try tx.send(
            ImportRowQueries.batch(
                states, of: found.id, after: number, limit: ImportWork.batch, bytes: ImportWork.batchBytes))
    }

    /// Opens them, while the database has something else to do. One that can't be opened is told by its own batch.
    private func open(ahead rows: Connection.Pending, tenant: ID) throws {
        opened.forget()
        for row in try rows.rows() {
            try? opened.open(
                try row.bytes("content"), try row.int("number"), of: found.id, tenant: tenant, services.keys)
        }
    }

    /// Returns the next rows, and their items. An entry that the limit may have cut waits for the next batch.
    private func stored(_ states: [String], in tx: borrowing TenantTransaction) throws -> (
        rows: [Stored], items: [ImportItem]
    ) {
        let limit = ImportWork.batch
        var size = 0
        var rows = try tx.rows(
            ImportRowQueries.batch(
                states, of: found.id, after: found.position, limit: limit, bytes: ImportWork.batchBytes)
        ).map { row in
            size += try row.bytes("content").count
            return try stored(row, tenant: tx.tenant)
        }
        let isCut = rows.count == limit || size >= ImportWork.batchBytes
        var items = found.items(rows.map(\.row), of: declaration, declaration.columns(of: actor.tenant, services))
        if declaration.entryColumn != nil, isCut, items.count > 1, let cut = items.popLast() {
            rows.removeLast(cut.rows.count)
        }
        return (rows, items)
    }

    package func write(in tx: borrowing TenantTransaction) throws -> Bool {
        var (rows, items) = try stored(["new", "changed"], in: tx)
        guard let last = rows.last else { return try end(.done, .importFinished, in: tx) }
        let ahead = try ask(ahead: ["new", "changed"], after: last.number, in: tx)
        let spans = Self.spans(items)
        for (index, span) in spans.enumerated() {
            let row = rows[span.lowerBound]
            items[index].seen = (row.state == "new" ? nil : row.object, row.version)
        }
        var (verdicts, events) = try declaration.write(items, in: tx, by: actor, services)
        var written: [ImportRowQueries.Written] = []
        for (span, verdict) in zip(spans, verdicts) {
            let state = ["new": "added", "changed": "updated", "wrong": "failed"][verdict.state.rawValue]
            written += try Self.written(
                rows[span].map(\.row), verdict, state: state, of: found.id, tenant: tx.tenant, services.keys)
        }
        _ = try tx.send(ImportQueries.move(found.id, to: last.number))
        _ = try tx.send(ImportRowQueries.save(written, of: found.id))
        try tx.start()
        for index in events.indices { events[index].changes.append(.init("import", new: found.id.description)) }
        // The append locks the head of the trail until the end, so it comes last.
        let tenant = tx.tenant
        try services.trail.append(events, by: actor, in: tx) { try open(ahead: ahead, tenant: tenant) }
        return true
    }

    // MARK: Undo

    package func undo(in tx: borrowing TenantTransaction) throws -> Bool {
        let (rows, items) = try stored(["added", "updated"], in: tx)
        guard let last = rows.last else { return try end(.undone, .importUndone, in: tx) }
        let ahead = try ask(ahead: ["added", "updated"], after: last.number, in: tx)
        let back = Self.spans(items).compactMap { span in
            let row = rows[span.lowerBound]
            return row.object.map {
                ImportUndo(
                    object: $0, version: row.version, wasAdded: row.state == "added",
                    changes: rows[span].flatMap(\.content.changes))
            }
        }
        var (versions, events) = try declaration.undo(back, in: tx, by: actor, services)
        let undone = rows.filter { row in row.object.map { versions[$0] != nil } ?? false }
        let kept = rows.filter { row in row.object.map { versions[$0] == nil } ?? true }
        try tx.execute(
            ImportRowQueries.settle(
                undone.map { Int64($0.number) }, "undone",
                versions: undone.map { Int64($0.object.flatMap { versions[$0] } ?? 0) },
                of: found.id))
        try tx.execute(
            ImportRowQueries.settle(
                kept.map { Int64($0.number) }, "kept", versions: kept.map { Int64($0.version) }, of: found.id))
        try tx.execute(ImportQueries.move(found.id, to: last.number))
        for index in events.indices { events[index].changes.append(.init("import", new: found.id.description)) }
        let tenant = tx.tenant
        try services.trail.append(events, by: actor, in: tx) { try open(ahead: ahead, tenant: tenant) }
        return true
    }

    private func end(_ state: Import.State, _ action: AuditAction, in tx: borrowing TenantTransaction) throws -> Bool {
        try tx.execute(ImportQueries.end(found.id, state))
        let counts = try ImportCounts(found.id, in: tx)
        let changes = ["added", "updated", "failed", "wrong", "undone", "kept"].compactMap {
            name -> AuditEvent.Change? in
            counts[name] > 0 ? .init("rows_\(name)", new: String(counts[name])) : nil
        }
        try services.trail.append(
            AuditEvent(action, on: .import, found.id, changes: [.init("list", new: found.list)] + changes), by: actor,
            in: tx)
        return false
    }
}

/// The number of rows of an import, by state.
package struct ImportCounts {
    private var counts: [String: Int] = [:]

    package init(_ id: ID, in tx: borrowing TenantTransaction) throws {
        for row in try tx.rows(ImportRowQueries.counts(id)) { counts[try row.text("state")] = try row.int("n") }
    }

    package subscript(_ state: String) -> Int { counts[state] ?? 0 }

    package func sum(_ states: [String]) -> Int { states.reduce(0) { $0 + self[$1] } }
}
