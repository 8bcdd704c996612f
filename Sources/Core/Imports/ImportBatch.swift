import Crypto
import HTML
import Postgres
import Secrets
import Sheets
import Templates

/// The next rows of an import, in the transaction that moves it along. Each returns whether there may be more.
struct ImportBatch {
    let found: Import
    let declaration: any ImportDeclaration.Type
    let actor: Actor
    let services: Services

    // MARK: Judging

    func judge(_ rows: [SheetRow], in tx: borrowing TenantTransaction) throws -> Bool {
        guard let last = rows.last else {
            try tx.execute(ImportQueries.count(found.id))
            try tx.execute(ImportQueries.end(found.id, .checked))
            _ = try tx.rows(ImportRowQueries.analyse)
            return false
        }
        let declared = declaration.columns(of: actor.tenant, services)
        var verdicts = try declaration.look(rows.map { found.item($0, declared) }, in: tx, by: actor, services)
        for (index, row) in rows.enumerated() where row.cells.dropFirst(found.columns.count).contains(where: { !$0.isEmpty }) {
            verdicts[index] = ImportVerdict(
                state: .wrong, faults: [ImportFault(field: nil, text: Strings.import_more_cells(most: found.columns.count))])
        }
        let marks = try refuseTwins(&verdicts, rows, in: tx)
        let written = try rows.indices.map { index in
            try Self.written(
                rows[index].number, verdicts[index], ImportContent(cells: rows[index].cells), marks: marks[index], of: found.id,
                tenant: tx.tenant, services.keys)
        }
        try tx.execute(ImportRowQueries.add(written, to: found.id, tenant: tx.tenant))
        if found.position == 0 { _ = try tx.rows(ImportRowQueries.analyse) }
        try tx.execute(ImportQueries.move(found.id, to: last.number))
        return true
    }

    private static func written(
        _ number: Int, _ verdict: ImportVerdict, _ content: ImportContent, state: String? = nil,
        marks: (object: [UInt8]?, name: [UInt8]?) = (nil, nil), of id: ID, tenant: ID, _ keys: InstallationKeys
    ) throws -> ImportRowQueries.Written {
        let whole = ImportContent(cells: content.cells, changes: verdict.changes, faults: verdict.faults)
        return ImportRowQueries.Written(
            number: number, state: state ?? verdict.state.rawValue, object: verdict.object, version: verdict.version, marks: marks,
            content: try whole.sealed(number, of: id, tenant: tenant, keys))
    }

    /// Of rows that mean the same the first counts, and the others say where it stands. What is compared are HMACs: what
    /// people are called stands in no table in clear.
    private func refuseTwins(
        _ verdicts: inout [ImportVerdict], _ rows: [SheetRow], in tx: borrowing TenantTransaction
    ) throws -> [(object: [UInt8]?, name: [UInt8]?)] {
        func mark(_ text: String?, _ kind: String) -> [UInt8]? {
            text.map { Array(MAC.hmac(Array("\(found.id) \(kind) \($0)".utf8), key: services.keys.imports).prefix(16)) }
        }
        let marks = verdicts.map { (object: mark($0.marks.object, "object"), name: mark($0.marks.name, "name")) }
        var first: [[UInt8]: Int] = [:]
        for row in try tx.rows(ImportRowQueries.twins(marks.compactMap(\.object), marks.compactMap(\.name), of: found.id)) {
            first[try row.bytes("mark")] = try row.int("number")
        }
        var kept: [(object: [UInt8]?, name: [UInt8]?)] = []
        for index in verdicts.indices {
            let own = [marks[index].object, marks[index].name].compactMap { $0 }
            if let twin = own.compactMap({ first[$0] }).min() {
                verdicts[index] = ImportVerdict(state: .wrong, faults: [ImportFault(field: nil, text: Strings.import_twin(row: twin))])
            } else {
                for mark in own { first[mark] = rows[index].number }
            }
            // A row that is wrong keeps no other out.
            let isWrong = verdicts[index].state == .wrong
            if isWrong { for mark in own where first[mark] == rows[index].number { first[mark] = nil } }
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
    }

    private func stored(_ states: [String], in tx: borrowing TenantTransaction) throws -> [Stored] {
        try tx.rows(ImportRowQueries.next(states, of: found.id, after: found.position, limit: ImportWork.batch)).map { row in
            let number = try row.int("number")
            return Stored(
                number: number, state: try row.text("state"), object: try row.idOrNil("object_id"), version: try row.int("version"),
                content: try ImportContent.open(try row.bytes("content"), number, of: found.id, tenant: tx.tenant, services.keys))
        }
    }

    func write(in tx: borrowing TenantTransaction) throws -> Bool {
        let rows = try stored(["new", "changed"], in: tx)
        guard let last = rows.last else { return try end(.done, .importFinished, in: tx) }
        let declared = declaration.columns(of: actor.tenant, services)
        let items = rows.map { row in
            var item = found.item(SheetRow(number: row.number, cells: row.content.cells), declared)
            item.seen = (row.state == "new" ? nil : row.object, row.version)
            return item
        }
        var (verdicts, events) = try declaration.write(items, in: tx, by: actor, services)
        var written: [ImportRowQueries.Written] = []
        for (row, verdict) in zip(rows, verdicts) {
            let state = ["new": "added", "changed": "updated", "wrong": "failed"][verdict.state.rawValue]
            written.append(
                try Self.written(row.number, verdict, row.content, state: state, of: found.id, tenant: tx.tenant, services.keys))
        }
        try tx.execute(ImportRowQueries.save(written, of: found.id))
        try tx.execute(ImportQueries.move(found.id, to: last.number))
        for index in events.indices { events[index].changes.append(.init("import", new: found.id.description)) }
        // The trail's head is held from here to the end, so it comes last.
        try services.trail.append(events, by: actor, in: tx)
        return true
    }

    // MARK: Taking back

    func undo(in tx: borrowing TenantTransaction) throws -> Bool {
        let rows = try stored(["added", "updated"], in: tx)
        guard let last = rows.last else { return try end(.undone, .importUndone, in: tx) }
        let back = rows.compactMap { row in
            row.object.map { ImportUndo(object: $0, version: row.version, wasAdded: row.state == "added", changes: row.content.changes) }
        }
        var (versions, events) = try declaration.undo(back, in: tx, by: actor, services)
        let undone = rows.filter { row in row.object.map { versions[$0] != nil } ?? false }
        let kept = rows.filter { row in row.object.map { versions[$0] == nil } ?? true }
        try tx.execute(
            ImportRowQueries.settle(
                undone.map { Int64($0.number) }, "undone", versions: undone.map { Int64($0.object.flatMap { versions[$0] } ?? 0) },
                of: found.id))
        try tx.execute(
            ImportRowQueries.settle(kept.map { Int64($0.number) }, "kept", versions: kept.map { Int64($0.version) }, of: found.id))
        try tx.execute(ImportQueries.move(found.id, to: last.number))
        for index in events.indices { events[index].changes.append(.init("import", new: found.id.description)) }
        try services.trail.append(events, by: actor, in: tx)
        return true
    }

    private func end(_ state: Import.State, _ action: AuditAction, in tx: borrowing TenantTransaction) throws -> Bool {
        try tx.execute(ImportQueries.end(found.id, state))
        let counts = try ImportCounts(found.id, in: tx)
        let changes = ["added", "updated", "failed", "wrong", "undone", "kept"].compactMap { name -> AuditEvent.Change? in
            counts[name] > 0 ? .init("rows_\(name)", new: String(counts[name])) : nil
        }
        try services.trail.append(
            AuditEvent(action, on: .import, found.id, changes: [.init("list", new: found.list)] + changes), by: actor, in: tx)
        return false
    }
}

/// Rows of an import by state.
struct ImportCounts {
    private var counts: [String: Int] = [:]

    init(_ id: ID, in tx: borrowing TenantTransaction) throws {
        for row in try tx.rows(ImportRowQueries.counts(id)) { counts[try row.text("state")] = try row.int("n") }
    }

    subscript(_ state: String) -> Int { counts[state] ?? 0 }

    func sum(_ states: [String]) -> Int { states.reduce(0) { $0 + self[$1] } }
}
