import HTML
import Postgres
import Sheets
import Templates
import Web

/// What is to be done with an import: judging its rows, writing them, taking them back.
package struct ImportWork: BatchedJob {
    package typealias Work = Import
    package typealias Slice = ImportSlice

    package static let kind = "import"
    package static let label = Strings.jobs_import

    /// Rows in a transaction. The trail is held for a third of a second by the last thing that it does.
    package static let batch = 1000
    /// Bytes of such rows' cells. What is made of them (changes, faults, JSON, its seal) takes several times as much.
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

    /// The title's row counts as well, and positions are rows of the file: close enough to see it move.
    package var progress: (done: Int, total: Int) { (position, state == .checking ? 0 : max(total, position)) }

    package func actor(in tx: borrowing TenantTransaction, _ services: Services) throws -> Actor? {
        guard let declaration = services.declarations.imports.first(where: { $0.list == list }),
            let actor = try requester.actor(in: tx), actor.may(declaration.permission)
        else { return nil }
        return actor.cleared(state == .undoing ? .begun(id) : nil)
    }

    /// A file that could not be checked is one that can't be read; what had begun to be written can be gone on with by hand.
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

/// The batches of one job on an import.
package struct ImportSlice: BatchSlice {
    private let services: Services
    private let declaration: any ImportDeclaration.Type
    private let actor: Actor
    private let found: Import
    /// Of a file that is being judged: where the reader stands, and the row that it gave too much.
    private var reader: (any SheetReader)?
    private var ahead: SheetRow?
    /// Of the file, for the next batch.
    private var rows: [SheetRow] = []

    package init?(_ found: Import, by actor: Actor, on connection: Connection, _ services: Services) throws {
        guard let declaration = services.declarations.imports.first(where: { $0.list == found.list }) else {
            return nil
        }
        (self.found, self.actor, self.services, self.declaration) = (found, actor, services, declaration)
        guard found.state == .checking else { return }
        do {
            let reader = try ImportSource.reader(found, on: connection, tenant: actor.tenant.id, services)
            self.reader = reader
            // Up to where an earlier job came.
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

    /// A batch of so many rows and bytes, which ends where an entry does: but for one that is longer than a batch, whose rest is
    /// then refused as standing apart.
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

    private func fail(_ problem: SheetProblem, on connection: Connection) throws {
        let id = found.id
        try connection.inTenant(actor.tenant.id) { tx in _ = try tx.execute(ImportQueries.fail(id, problem)) }
    }
}
