import Console
import Postgres

/// Counts the results for activities that arrived in one call or one file.
struct ActivityCounts: Sendable, Equatable {
    var found = 0
    /// Not stored before.
    var added = 0
    /// Of these, the same as another source's.
    var duplicates = 0
    /// Of these, what has ticked a planned session.
    var matched = 0
    /// Of a file: activities that make no sense by themselves.
    var skipped = 0
}

/// Stores activities of a user: what is there already is left, what another source has told is known to be the same, and what fulfils a
/// planned session of its day ticks it.
struct ActivityWork {
    /// One user has at most so many: ten a day for as many years as anybody tracks.
    static let most = 50_000
    /// The feed shows activities of so many days back from today.
    private static let newsDays = 7
    /// The feed shows at most so many of one call, the newest: nobody does more in a week, and sponsors read the feed.
    private static let mostNews = 30

    let user: ID
    let source: TrackerSource
    /// The tenant's.
    let zone: String
    let now: Timestamp

    struct Outcome {
        var counts = ActivityCounts()
        var events: [AuditEvent] = []
    }

    /// Stores activities that were checked by `ReadActivity.fault`.
    func add(_ read: [ReadActivity], in tx: borrowing TenantTransaction) throws -> Outcome {
        var outcome = Outcome()
        outcome.counts.found = read.count
        guard !read.isEmpty else { return outcome }
        // Locks the user's row, so that two sources that send the same activity at once are stored one after the other.
        guard try tx.first(GoalQueries.lockRecipient(user)) != nil else { throw ServiceProblem.notFound }
        guard try (tx.first(ActivityQueries.count(of: user))?.int("n") ?? 0) + read.count <= Self.most else {
            throw ActivityFault.tooMany
        }
        let added = try store(read, in: tx)
        outcome.counts.added = added.count
        guard !added.isEmpty else { return outcome }
        let firsts = try removeDuplicates(added, in: tx)
        outcome.counts.duplicates = added.count - firsts.count
        outcome.events = try fulfil(firsts, &outcome.counts, in: tx)
        let counts = outcome.counts
        outcome.events.append(
            AuditEvent(
                .activitiesAdded, on: .user, user, subject: user,
                changes: [
                    .init("tracker", new: source.rawValue), .init("added", new: String(counts.added)),
                    .init("duplicates", new: String(counts.duplicates)), .init("matched", new: String(counts.matched)),
                ]))
        return outcome
    }

    private struct Added {
        let id: ID
        let read: ReadActivity
        let day: Int

        var placed: ActivityRules.Placed {
            .init(id: id, kind: read.kind, startedAt: read.startedAt, seconds: read.seconds)
        }
    }

    /// What was not there before, in the order in which it began.
    private func store(_ read: [ReadActivity], in tx: borrowing TenantTransaction) throws -> [Added] {
        let new = read.sorted { ($0.startedAt, $0.key) < ($1.startedAt, $1.key) }.map {
            (id: ID.make(at: now), read: $0)
        }
        let rows = try tx.rows(
            ActivityQueries.add(new, of: user, from: source, tenant: tx.tenant, zone: zone, now: now))
        let days = Dictionary(
            try rows.map { (try $0.id("id"), try $0.int("day")) }, uniquingKeysWith: { first, _ in first })
        return new.compactMap { one in days[one.id].map { Added(id: one.id, read: one.read, day: $0) } }
    }

    /// Returns the activities that no other source has sent before, and marks the others as duplicates.
    private func removeDuplicates(_ added: [Added], in tx: borrowing TenantTransaction) throws -> [Added] {
        let from = added.map(\.read.startedAt).min() ?? now
        let until = added.map(\.read.end).max() ?? now
        let own = Set(added.map(\.id))
        var earlier = ActivityRules.Timeline(
            try tx.rows(ActivityQueries.firsts(of: user, from, until)).map { try ActivityRules.Placed($0) }
                .filter { !own.contains($0.id) })
        var pairs: [(id: ID, first: ID)] = []
        let firsts = added.filter { one in
            let placed = one.placed
            if let first = earlier.same(as: placed) {
                pairs.append((one.id, first))
                return false
            }
            earlier.add(placed)
            return true
        }
        if !pairs.isEmpty { try tx.execute(ActivityQueries.duplicates(pairs)) }
        return firsts
    }

    /// Ticks sessions of the goal in progress, and posts recent activities without a session to its feed.
    private func fulfil(_ added: [Added], _ counts: inout ActivityCounts, in tx: borrowing TenantTransaction) throws
        -> [AuditEvent]
    {
        guard let first = added.map(\.day).min(), let last = added.map(\.day).max(),
            let row = try tx.first(GoalQueries.inProgress(of: user)),
            let today = try tx.first(PlanQueries.today(zone: zone))?.int("day")
        else { return [] }
        var work = try GoalWork.open(try row.id("id"), by: user, in: tx)
        var sessions = Dictionary(
            grouping: try tx.rows(PlanQueries.days(of: work.goal.id, first, last)).map { try Session($0) }, by: \.day)
        var events: [AuditEvent] = []
        let news = Set(added.filter { $0.day > today - Self.newsDays }.suffix(Self.mostNews).map(\.id))
        for one in added where work.goal.state == .inProgress {
            let (kind, seconds) = (one.read.kind, one.read.seconds)
            let tracked = TrackedActivity(source: source, kind: kind, metres: one.read.metres, seconds: seconds)
            // The source says its own zone: no clock makes a day of it that has not begun.
            let planned = one.day <= TickTime.lastDay(now) ? sessions[one.day] ?? [] : []
            if let session = ActivityRules.session(for: kind, seconds: seconds, among: planned) {
                try tx.execute(PlanQueries.tick(session.id, at: min(one.read.end, now), by: source))
                try tx.execute(ActivityQueries.match(one.id, with: session.id, now: now))
                sessions[one.day]?.removeAll { $0.id == session.id }
                counts.matched += 1
                let details = GoalWork.Details(text: session.title, tracked: tracked, doneAt: min(one.read.end, now))
                events.append(try work.take(.tick, details, in: tx, now: now))
            } else if news.contains(one.id) {
                let details = GoalWork.Details(tracked: tracked, doneAt: min(one.read.end, now))
                events.append(try work.take(.record, details, in: tx, now: now))
            }
        }
        return events
    }

    /// Unticks the session that an activity has ticked: for its user, or for an admin.
    static func unmatch(_ id: ID, by user: ID?, in tx: borrowing TenantTransaction, now: Timestamp) throws
        -> (work: GoalWork, event: AuditEvent)?
    {
        guard let owner = try tx.first(ActivityQueries.user(of: id))?.id("user_id"), user.map({ $0 == owner }) ?? true,
            try tx.first(GoalQueries.lockRecipient(owner)) != nil, let row = try tx.first(ActivityQueries.matched(id))
        else { return nil }
        let (goal, session) = (try row.id("goal_id"), try row.id("session_id"))
        var work = try user.map { try GoalWork.open(goal, by: $0, in: tx) } ?? GoalWork.open(goal, in: tx)
        try tx.execute(PlanQueries.tick(session, at: nil))
        try tx.execute(ActivityQueries.unmatch(id, now: now))
        let event = try work.take(.untick, .init(text: try row.text("title")), in: tx, now: now)
        return (work, event)
    }
}
