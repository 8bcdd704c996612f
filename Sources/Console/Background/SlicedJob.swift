import HTML
import Postgres
import Synchronization
import Templates
import Web

/// Long work that a row describes: an import, a bulk action, a move of subscribers, a file. The row says who asked for
/// it, how far it has come and whether it goes on; a kill loses nothing that it says.
package protocol SlicedWork: Sendable {
    /// nil when it was deleted.
    static func find(_ id: ID, isLocked: Bool, in tx: borrowing TenantTransaction, _ services: Services) throws -> Self?
    /// Somebody works on it, or will: it waits for a slice.
    var isMoving: Bool { get }
    var badge: StatusBadge { get }
    /// A total of 0 is not known yet.
    var progress: (done: Int, total: Int) { get }
    /// In whose name its next slice is done; nil when whoever asked for it may not have it any more.
    func actor(in tx: borrowing TenantTransaction, _ services: Services) throws -> Actor?
    /// Ends it before its end, and says so in the trail. What is done stays done.
    func stop(_ cause: SliceStop, in tx: borrowing TenantTransaction, _ services: Services) throws
}

/// Why work ends before its end, beside that somebody stops it.
package enum SliceStop: Sendable {
    /// Whoever asked for it may not have it any more.
    case notAllowed
    /// Its job failed too often, or took its workers with it.
    case givenUp
}

/// How work is divided, and what becomes of it after a kill.
package enum SliceManner: Sendable {
    /// A slice ends after some seconds and the next waits its turn behind other tenants' jobs. Each of its transactions moves a stored
    /// position along with its effect, so whoever comes next goes on there.
    case goesOn(seconds: UInt64)
    /// It can't be divided: it shows one moment, a transaction's, which dies with its process. So it begins again, so many times at
    /// most, and takes one of a process's workers at a time.
    case beginsAgain(most: Int)
}

/// The job that does a work's slices, one after the other.
package protocol SlicedJob: RowJob {
    associatedtype Work: SlicedWork
    static var manner: SliceManner { get }
    /// One slice. `clock` says when it is to end.
    func slice(_ work: Work, by actor: Actor, until clock: SliceClock, of job: ID, _ services: Services) async throws
}

/// Says whether a slice may go on: it has time, and the process is not to end.
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

    /// nil when there is nothing to be done, or nobody may have it done.
    package func begin(on connection: Connection, _ services: Services) throws -> (work: Work, actor: Actor)? {
        try connection.inTenant(tenant) { tx in
            guard let work = try Work.find(id, isLocked: true, in: tx, services), work.isMoving else { return nil }
            if let actor = try work.actor(in: tx, services) { return (work, actor) }
            try work.stop(.notAllowed, in: tx, services)
            return nil
        }
    }

    /// On with the rest, when there is one.
    package func finish(in tx: borrowing TenantTransaction, _ services: Services) throws {
        guard Self.isDivided, try Work.find(id, isLocked: false, in: tx, services)?.isMoving == true else { return }
        try Jobs.add(self, in: tx, by: .system(), services)
    }

    package func abandoned(in tx: borrowing TenantTransaction, _ services: Services) throws {
        guard let work = try Work.find(id, isLocked: true, in: tx, services), work.isMoving else { return }
        try work.stop(.givenUp, in: tx, services)
    }
}

/// A slice made of batches, each a transaction.
package protocol BatchSlice {
    associatedtype Work: SlicedWork
    /// nil when there is nothing to be done.
    init?(_ work: Work, by actor: Actor, on connection: Connection, _ services: Services) throws
    /// Reads what the next batch needs before its transaction begins; false when there is no next one.
    mutating func read(on connection: Connection, until clock: SliceClock) throws -> Bool
    /// The next batch, with the work's row as it is now, locked. False when all is done.
    func deal(_ work: Work, in tx: borrowing TenantTransaction) throws -> Bool
}

extension BatchSlice {
    package mutating func read(on connection: Connection, until clock: SliceClock) throws -> Bool { true }
}

/// A job whose slices are batches, on one connection.
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

    /// One batch; false when all is done.
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
    /// A batch; when somebody else changed one of its rows just now, the same batch again, judged anew.
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

/// Set once, when the process is to end: what goes on for long looks at it between two pieces of its work.
package final class StopSignal: Sendable {
    private let isRaised = Atomic<Bool>(false)

    package init() {}

    package var isSet: Bool { isRaised.load(ordering: .relaxed) }
    func set() { isRaised.store(true, ordering: .relaxed) }
}

extension ProgressPage {
    /// How far work has come.
    package init(
        _ work: some SlicedWork, _ frame: Frame, doing: LocalText, soFar: LocalText, here: Link, stop: ActButton? = nil
    ) {
        let (done, total) = work.progress
        self.init(
            frame: frame, state: work.badge, doing: doing, done: done, total: total, soFar: soFar, here: here,
            stop: stop)
    }
}
