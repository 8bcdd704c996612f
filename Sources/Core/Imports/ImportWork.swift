import HTML
import Postgres
import Sheets
import Templates
import Web

/// What is to be done with an import: judging its rows, writing them, taking them back. In batches, each a transaction that
/// moves the import's position along with its effect, so a kill between two of them loses nothing and repeats nothing.
///
/// A job works for some seconds and then puts its successor into the queue: other jobs get their turn, and none outlives
/// the time for which it was claimed.
struct ImportWork: Job {
    static let kind = "import"
    static let label = Strings.jobs_import

    static let batch = 500
    private static let sliceSeconds: UInt64 = 10

    let tenant: ID
    let id: ID

    init(tenant: ID, id: ID) {
        self.tenant = tenant
        self.id = id
    }

    init(_ payload: Query) throws {
        guard let tenant = payload["tenant"].flatMap({ ID($0) }), let id = payload["import"].flatMap({ ID($0) }) else {
            throw ImportProblem.noPayload
        }
        self.init(tenant: tenant, id: id)
    }

    var payload: [(String, String)] { [("tenant", tenant.description), ("import", id.description)] }

    func run(_ job: ID, _ services: Services) async throws {
        let end = monotonicNanoseconds() + Self.sliceSeconds * 1_000_000_000
        try await services.database.perform(.streams) { connection in
            guard var slice = try ImportSlice(self, on: connection, services) else { return }
            while try slice.step(on: connection), monotonicNanoseconds() < end {}
        }
    }

    /// On with the rest, when there is one.
    func finish(in tx: borrowing TenantTransaction, _ services: Services) throws {
        guard let row = try tx.first(ImportQueries.one(id)), try Import(row, tenant: tx.tenant, services.keys).state.isMoving else { return }
        try Jobs.add(self, in: tx, by: .system(), services)
    }
}

enum ImportProblem: Error, CustomStringConvertible {
    case noPayload

    var description: String { "the job names no import" }
}

/// The batches of one job.
struct ImportSlice {
    private let work: ImportWork
    private let services: Services
    private let declaration: any ImportDeclaration.Type
    private let actor: Actor
    /// Of a file that is being judged: where the reader stands.
    private var reader: (any SheetReader)?

    /// nil when there is nothing to be done: it is done already, or was deleted.
    init?(_ work: ImportWork, on connection: Connection, _ services: Services) throws {
        self.work = work
        self.services = services
        let found: (Import, Actor?)? = try connection.inTenant(work.tenant, .readOnly) { tx in
            guard let row = try tx.first(ImportQueries.one(work.id)) else { return nil }
            let found = try Import(row, tenant: tx.tenant, services.keys)
            let asked = AskedWork(admin: found.asked.id, name: found.asked.name, address: found.asked.address, request: found.asked.request)
            return (found, try asked.actor(in: tx))
        }
        guard let (found, actor) = found, found.state.isMoving,
            let declaration = Imports.all.first(where: { $0.list == found.list })
        else { return nil }
        self.declaration = declaration
        guard let actor, actor.may(declaration.permission) else {
            try Self.stop(work, found, on: connection, services)
            return nil
        }
        self.actor = actor
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

    /// One batch; false when all is done.
    mutating func step(on connection: Connection) throws -> Bool {
        var rows: [SheetRow] = []
        if let reader {
            do {
                while rows.count < ImportWork.batch, let row = try reader.next() { rows.append(row) }
            } catch let problem as SheetProblem {
                try Self.fail(work, problem, on: connection)
                return false
            }
        }
        var attempt = 0
        while true {
            attempt += 1
            do {
                return try connection.inTenant(work.tenant) { tx in try deal(rows, in: tx) }
            } catch where ServiceRaced.isMeant(by: error) && attempt < 5 {
                // Somebody else changed one of these just now: the same batch, judged anew.
                continue
            }
        }
    }

    private func deal(_ rows: [SheetRow], in tx: borrowing TenantTransaction) throws -> Bool {
        guard let row = try tx.first(ImportQueries.lock(work.id)) else { return false }
        let found = try Import(row, tenant: tx.tenant, services.keys)
        let batch = ImportBatch(found: found, declaration: declaration, actor: actor, services: services)
        switch found.state {
        case .checking:
            // Of two who work on it, the one whose rows are dealt with already leaves it to the other.
            guard reader != nil, rows.first.map({ $0.number > found.position }) ?? true else { return false }
            return try batch.judge(rows, in: tx)
        case .running: return try batch.write(in: tx)
        case .undoing: return try batch.undo(in: tx)
        default: return false
        }
    }

    private static func fail(_ work: ImportWork, _ problem: SheetProblem, on connection: Connection) throws {
        try connection.inTenant(work.tenant) { tx in _ = try tx.execute(ImportQueries.fail(work.id, problem)) }
    }

    /// Whoever asked for it may not do it any more.
    private static func stop(_ work: ImportWork, _ found: Import, on connection: Connection, _ services: Services) throws {
        try connection.inTenant(work.tenant) { tx in
            guard let row = try tx.first(ImportQueries.lock(work.id)), try Import(row, tenant: tx.tenant, services.keys).state.isMoving else { return }
            try tx.execute(ImportQueries.end(work.id, .stopped))
            try services.trail.append(
                AuditEvent(.importStopped, on: .import, work.id, changes: [.init("list", new: found.list)]), by: .system(), in: tx)
        }
    }
}
