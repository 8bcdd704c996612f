import HTML
import Postgres
import Synchronization
import Templates
import Web

/// Long work that a row describes: an import, a bulk action, a migration of subscribers, a file. The row stores the
/// requester, the progress and whether the work continues; a killed process loses nothing of that.
package protocol SlicedWork: Sendable {
    /// Returns nil if the row was deleted.
    static func find(_ id: ID, isLocked: Bool, in tx: borrowing TenantTransaction, _ services: Services) throws -> Self?
    /// True if the work is running or waits for its next slice.
    var isMoving: Bool { get }
    var badge: StatusBadge { get }
    /// A total of 0 means that it is not known yet.
    var progress: (done: Int, total: Int) { get }
    /// Returns the actor of its next slice; nil if the requester no longer has the permission.
    func actor(in tx: borrowing TenantTransaction, _ services: Services) throws -> Actor?
    /// Ends the work early, and records that in the audit trail. What is done stays done.
    func stop(_ cause: SliceStop, in tx: borrowing TenantTransaction, _ services: Services) throws
}

/// Why work ends early, unless an admin stops it.
package enum SliceStop: Sendable {
    /// The requester no longer has the permission.
    case notAllowed
    /// Its job failed too often, or killed its workers.
    case givenUp
}

/// How work is divided into slices, and how it continues after a killed process.
package enum SliceManner: Sendable {
    /// A slice ends after some seconds, and the next one queues after other tenants' jobs. Each transaction stores
    /// the new position together with its effect, so the next worker continues there.
    case goesOn(seconds: UInt64)
    /// The work can't be divided: it shows one snapshot, that of a transaction, which ends with its process. So it
    /// starts again, at most this number of times, and uses one of a process's workers at a time.
    case beginsAgain(most: Int)
}

/// The job that runs the slices of a work, one after the other.
package protocol SlicedJob: RowJob {
    associatedtype Work: SlicedWork
    static var manner: SliceManner { get }
    /// Runs one slice. `clock` says when it must end.
    func slice(_ work: Work, by actor: Actor, until clock: SliceClock, of job: ID, _ services: Services) async throws
}

/// Says whether a slice may continue: it has time left, and the process is not stopping.
package struct SliceClock: Sendable {
    private let end: UInt64?
    private let stop: StopSignal

    package init(_ manner: SliceManner, _ services: Services) {
        stop = services.stop
        end =
            switch manner {
            case .goesOn(let seconds): monotonicNanoseconds() + seconds * 1_000_000_000
            case .beginsAgain: nil
            }
    }

    package var isStopping: Bool { stop.isSet }
    package var mayGoOn: Bool { !isStopping && (end.map { monotonicNanoseconds() < $0 } ?? true) }
}

extension SlicedJob {
    package static var isDivided: Bool {
        switch manner {
        case .goesOn: true
        case .beginsAgain: false
        }
    }

    package func run(_ job: ID, _ services: Services) async throws {
        let begun = try await services.database.perform(.background) { connection in
            try begin(on: connection, services)
        }
        guard let begun else { return }
        try await slice(begun.work, by: begun.actor, until: SliceClock(Self.manner, services), of: job, services)
    }

    /// Returns nil if there is nothing to do, or if the requester no longer has the permission.
    package func begin(on connection: Connection, _ services: Services) throws -> (work: Work, actor: Actor)? {
        try connection.inTenant(tenant) { tx in
            guard let work = try Work.find(id, isLocked: true, in: tx, services), work.isMoving else { return nil }
            if let actor = try work.actor(in: tx, services) { return (work, actor) }
            try work.stop(.notAllowed, in: tx, services)
            return nil
        }
    }

    /// Queues the next slice, if there is one.
    package func finish(in tx: borrowing TenantTransaction, _ services: Services) throws {
        guard Self.isDivided, try Work.find(id, isLocked: false, in: tx, services)?.isMoving == true else { return }
        try Jobs.add(self, in: tx, by: .system(), services)
    }

    package func abandoned(in tx: borrowing TenantTransaction, _ services: Services) throws {
        guard let work = try Work.find(id, isLocked: true, in: tx, services), work.isMoving else { return }
        try work.stop(.givenUp, in: tx, services)
    }
}

/// A slice that consists of batches, each in its own transaction.
package protocol BatchSlice {
    associatedtype Work: SlicedWork
    /// nil if there is nothing to do.
    init?(_ work: Work, by actor: Actor, on connection: Connection, _ services: Services) throws
    /// Reads what the next batch needs before its transaction begins; returns false if there is no next batch.
    mutating func read(on connection: Connection, until clock: SliceClock) throws -> Bool
    /// Runs the next batch, with the work's current row, locked. Returns false when all is done.
    func deal(_ work: Work, in tx: borrowing TenantTransaction) throws -> Bool
}

extension BatchSlice {
    package mutating func read(on connection: Connection, until clock: SliceClock) throws -> Bool { true }
}

/// A job whose slices consist of batches, on one connection.
package protocol BatchedJob: SlicedJob where Slice.Work == Work {
    associatedtype Slice: BatchSlice
}

extension BatchedJob {
    package static var manner: SliceManner { .goesOn(seconds: 10) }

    package func slice(_ work: Work, by actor: Actor, until clock: SliceClock, of job: ID, _ services: Services)
        async throws
    {
        try await services.database.perform(.background) { connection in
            guard var slice = try Slice(work, by: actor, on: connection, services) else { return }
            while try batch(&slice, on: connection, until: clock, of: job, services), clock.mayGoOn {}
        }
    }

    /// Runs one batch; returns false when all is done.
    package func batch(
        _ slice: inout Slice, on connection: Connection, until clock: SliceClock, of job: ID, _ services: Services
    ) throws -> Bool {
        guard try slice.read(on: connection, until: clock) else { return false }
        let ready = slice
        return try connection.batch(of: tenant) { tx in
            guard let now = try Work.find(id, isLocked: true, in: tx, services), now.isMoving else { return false }
            let isMore = try ready.deal(now, in: tx)
            // Whoever ended in the middle of it was not ended by it.
            try tx.execute(JobQueriesAcrossTenants.progress(job))
            return isMore
        }
    }
}

extension Connection {
    /// Runs a batch. If another transaction has just changed one of its rows, checks and runs the same batch again.
    fileprivate func batch<T>(of tenant: ID, _ body: (borrowing TenantTransaction) throws -> T) throws -> T {
        var attempt = 0
        while true {
            attempt += 1
            do {
                return try inTenant(tenant) { tx in try body(tx) }
            } catch  where ServiceConflict.isMeant(by: error) && attempt < 5 {
                continue
            }
        }
    }
}

/// Set once when the process must stop; long work checks it between two parts.
package final class StopSignal: Sendable {
    private let isRaised = Atomic<Bool>(false)

    package init() {}

    package var isSet: Bool { isRaised.load(ordering: .relaxed) }
    func set() { isRaised.store(true, ordering: .relaxed) }
}

extension ProgressPage {
    /// Shows the progress of work.
    package init(
        _ work: some SlicedWork, _ frame: Frame, doing: LocalText, soFar: LocalText, here: Link, stop: ActButton? = nil
    ) {
        let (done, total) = work.progress
        self.init(
            frame: frame, state: work.badge, doing: doing, done: done, total: total, soFar: soFar, here: here,
            stop: stop)
    }
}
