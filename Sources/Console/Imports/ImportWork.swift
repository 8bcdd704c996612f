import HTML
import Postgres
import Sheets
import Templates
import Web

/// What is to be done with an import: judging its rows, writing them, taking them back.
package struct ImportWork: BatchedJob {
    package typealias Slice = ImportSlice

    package static let kind = "import"
    package static let label = Strings.jobs_import

    /// Rows in a transaction. The trail is held for a third of a second by the last thing that it does.
    package static let batch = 1000

    package let tenant: ID
    package let id: ID

    package init(tenant: ID, id: ID) {
        self.tenant = tenant
        self.id = id
    }

    package func isMoving(in tx: borrowing TenantTransaction, _ services: Services) throws -> Bool {
        guard let row = try tx.first(ImportQueries.one(id)) else { return false }
        return try Import(row, tenant: tx.tenant, services.keys).state.isMoving
    }
}

/// The batches of one job on an import.
package struct ImportSlice: BatchSlice {
    private let work: ImportWork
    private let services: Services
    private let declaration: any ImportDeclaration.Type
    private let actor: Actor
    private let found: Import
    /// Of a file that is being judged: where the reader stands, and the row that it gave too much.
    private var reader: (any SheetReader)?
    private var ahead: SheetRow?

    package init?(_ work: ImportWork, on connection: Connection, _ services: Services) throws {
        self.work = work
        self.services = services
        let found: (Import, Actor?)? = try connection.inTenant(work.tenant, .readOnly) { tx in
            guard let row = try tx.first(ImportQueries.one(work.id)) else { return nil }
            let found = try Import(row, tenant: tx.tenant, services.keys)
            return (found, try found.requester.actor(in: tx))
        }
        guard let (found, actor) = found, found.state.isMoving,
            let declaration = services.declarations.imports.first(where: { $0.list == found.list })
        else { return nil }
        self.declaration = declaration
        guard let actor, actor.may(declaration.permission) else {
            try Self.stop(work, found, on: connection, services)
            return nil
        }
        (self.actor, self.found) = (actor.cleared(found.state == .undoing ? .begun(work.id) : nil), found)
        guard found.state == .checking else { return }
        do {
            let reader = try ImportSource.reader(found, on: connection, tenant: work.tenant, services)
            self.reader = reader
            // Up to where an earlier job came.
            let passed = max(found.position, found.head.titleRow)
            while let row = try reader.next(), row.number < passed {}
        } catch let problem as SheetProblem {
            try Self.fail(work, problem, on: connection)
            return nil
        }
    }

    package mutating func step(on connection: Connection) throws -> Bool {
        let rows: [SheetRow]
        do {
            rows = try read()
        } catch let problem as SheetProblem {
            try Self.fail(work, problem, on: connection)
            return false
        }
        return try connection.batch(of: work.tenant) { tx in try deal(rows, in: tx) }
    }

    /// A batch, which ends where an entry does: but for one of a thousand rows, whose rest
    /// is then refused as standing apart.
    private mutating func read() throws -> [SheetRow] {
        var rows: [SheetRow] = []
        var top: SheetRow?
        while let row = try ahead ?? reader?.next() {
            ahead = row
            let goesOn = top.map { found.goesOn(row, below: $0, of: declaration) } ?? false
            guard rows.count < ImportWork.batch || goesOn && rows.count < 2 * ImportWork.batch else { break }
            if !goesOn { top = row }
            rows.append(row)
            ahead = nil
        }
        return rows
    }

    private func deal(_ rows: [SheetRow], in tx: borrowing TenantTransaction) throws -> Bool {
        guard let row = try tx.first(ImportQueries.lock(work.id)) else { return false }
        let found = try Import(row, tenant: tx.tenant, services.keys)
        let batch = ImportBatch(found: found, declaration: declaration, actor: actor, services: services)
        switch found.state {
        case .checking:
            // Of two who work on it, the one whose rows are dealt with already leaves it to the other.
            guard reader != nil, rows.first.map({ $0.number > found.position }) ?? true else { return false }
            return try batch.validate(rows, in: tx)
        case .running: return try batch.write(in: tx)
        case .undoing: return try batch.undo(in: tx)
        default: return false
        }
    }

    private static func fail(_ work: ImportWork, _ problem: SheetProblem, on connection: Connection) throws {
        try connection.inTenant(work.tenant) { tx in _ = try tx.execute(ImportQueries.fail(work.id, problem)) }
    }

    /// Whoever asked for it may not do it any more.
    private static func stop(_ work: ImportWork, _ found: Import, on connection: Connection, _ services: Services)
        throws
    {
        try connection.inTenant(work.tenant) { tx in
            guard let row = try tx.first(ImportQueries.lock(work.id)),
                try Import(row, tenant: tx.tenant, services.keys).state.isMoving
            else { return }
            try tx.execute(ImportQueries.end(work.id, .stopped))
            try services.trail.append(
                AuditEvent(.importStopped, on: .import, work.id, changes: [.init("list", new: found.list)]),
                by: .system(), in: tx)
        }
    }
}
