import HTML
import Postgres
import Sheets
import Templates
import Web

/// The job of an import: checks its rows, writes them, or undoes them.
package struct ImportWork: BatchedJob {
    package typealias Work = Import
    package typealias Slice = ImportSlice

    package static let kind = "import"
    package static let label = Strings.jobs_import

    /// The rows of a transaction. Its last step locks the audit trail for a third of a second.
    package static let batch = 1000
    /// The most bytes in the cells of these rows. The data made from them (changes, errors, JSON, its seal) takes
    /// several times as much.
    package static let batchBytes = 4 << 20

    package let tenant: ID
    package let id: ID

    package init(tenant: ID, id: ID) {
        self.tenant = tenant
        self.id = id
    }
}

extension Import: SlicedWork {
    package static func find(_ id: ID, isLocked: Bool, in tx: borrowing TenantTransaction, _ services: Services) throws
        -> Import?
    {
        try tx.first(isLocked ? ImportQueries.lock(id) : ImportQueries.one(id)).map {
            try Import($0, tenant: tx.tenant, services.keys)
        }
    }

    package var isMoving: Bool { state.isMoving }
    package var badge: StatusBadge { state.badge }

    /// The title row counts too, and positions are rows of the file: this is exact enough to show progress.
    package var progress: (done: Int, total: Int) { (position, state == .checking ? 0 : max(total, position)) }

    package func actor(in tx: borrowing TenantTransaction, _ services: Services) throws -> Actor? {
        guard let declaration = services.declarations.imports.first(where: { $0.list == list }),
            let actor = try requester.actor(in: tx), actor.may(declaration.permission)
        else { return nil }
        return actor.cleared(state == .undoing ? .begun(id) : nil)
    }

    /// A file that could not be checked is unreadable; an import that has begun to write can be continued by hand.
    package func stop(_ cause: SliceStop, in tx: borrowing TenantTransaction, _ services: Services) throws {
        if state == .checking, cause == .givenUp {
            try tx.execute(ImportQueries.fail(id, SheetProblem(.unreadable)))
        } else {
            try tx.execute(ImportQueries.end(id, .stopped))
        }
        try services.trail.append(
            AuditEvent(.importStopped, on: .import, id, changes: [.init("list", new: list)]), by: .system(), in: tx)
    }
}

/// The batches of one job for an import.
package struct ImportSlice: BatchSlice {
    private let services: Services
    private let declaration: any ImportDeclaration.Type
    private let actor: Actor
    private let found: Import
    /// For a file that is being checked: the reader, and a row that it returned beyond the batch.
    private var reader: (any SheetReader)?
    private var ahead: SheetRow?
    /// The file's rows for the next batch.
    private var rows: [SheetRow] = []
    private let opened = OpenedRows()

    package init?(_ found: Import, by actor: Actor, on connection: Connection, _ services: Services) throws {
        guard let declaration = services.declarations.imports.first(where: { $0.list == found.list }) else {
            return nil
        }
        (self.found, self.actor, self.services, self.declaration) = (found, actor, services, declaration)
        guard found.state == .checking else { return }
        do {
            let reader = try ImportSource.reader(found, on: connection, tenant: actor.tenant.id, services)
            self.reader = reader
            // Skips the rows that an earlier job has processed.
            let passed = max(found.position, found.head.titleRow)
            while let row = try reader.next(), row.number < passed, !services.stop.isSet {}
            if services.stop.isSet { return nil }
        } catch let problem as SheetProblem {
            try fail(problem, on: connection)
            return nil
        }
    }

    package mutating func read(on connection: Connection, until clock: SliceClock) throws -> Bool {
        do {
            rows = try next()
            return true
        } catch let problem as SheetProblem {
            try fail(problem, on: connection)
            return false
        }
    }

    /// Returns a batch with limits for rows and bytes, which ends where an entry ends. Only an entry longer than a
    /// batch is cut, and its rest is then refused as not being together.
    private mutating func next() throws -> [SheetRow] {
        var rows: [SheetRow] = []
        var size = 0
        var top: SheetRow?
        while let row = try ahead ?? reader?.next() {
            ahead = row
            let goesOn = top.map { found.goesOn(row, below: $0, of: declaration) } ?? false
            let most = goesOn ? 2 : 1
            guard rows.count < most * ImportWork.batch, size < most * ImportWork.batchBytes else { break }
            size += row.size
            if !goesOn { top = row }
            rows.append(row)
            ahead = nil
        }
        return rows
    }

    package func deal(_ found: Import, in tx: borrowing TenantTransaction) throws -> Bool {
        let batch = ImportBatch(
            found: found, declaration: declaration, actor: actor, services: services, opened: opened)
        switch found.state {
        case .checking:
            // If two jobs work on it, the one whose rows are already processed ends.
            guard reader != nil, rows.first.map({ $0.number > found.position }) ?? true else { return false }
            return try batch.validate(rows, in: tx)
        case .running: return try batch.write(in: tx)
        case .undoing: return try batch.undo(in: tx)
        default: return false
        }
    }

    private func fail(_ problem: SheetProblem, on connection: Connection) throws {
        let id = found.id
        try connection.inTenant(actor.tenant.id) { tx in _ = try tx.execute(ImportQueries.fail(id, problem)) }
    }
}
