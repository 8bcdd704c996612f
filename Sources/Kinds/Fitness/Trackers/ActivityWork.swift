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
        let source: TrackerSource

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
        return new.compactMap { one in days[one.id].map { Added(id: one.id, read: one.read, day: $0, source: source) } }
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
        let news = Set(added.filter { $0.day > today - Self.newsDays }.map(\.id))
        for one in added where work.goal.state == .inProgress {
            let (kind, seconds) = (one.read.kind, one.read.seconds)
            let tracked = TrackedActivity(source: one.source, kind: kind, metres: one.read.metres, seconds: seconds)
            // The source says its own zone: no clock makes a day of it that has not begun.
            let planned = one.day <= TickTime.lastDay(now) ? sessions[one.day] ?? [] : []
            if let session = ActivityRules.session(for: kind, seconds: seconds, among: planned) {
                try tx.execute(PlanQueries.tick(session.id, at: min(one.read.end, now), by: one.source))
                try tx.execute(ActivityQueries.match(one.id, with: session.id, now: now))
                sessions[one.day]?.removeAll { $0.id == session.id }
                counts.matched += 1
                let details = GoalWork.Details(text: session.title, tracked: tracked, doneAt: min(one.read.end, now))
                events.append(try work.take(.tick, details, in: tx, now: now))
            } else if news.contains(one.id) {
                let details = GoalWork.Details(tracked: tracked, doneAt: min(one.read.end, now))
                let event = try work.take(.record, details, in: tx, now: now)
                // What the day's entry gathers is no news of its own: sponsors are told once a day.
                if !work.hasGathered { events.append(event) }
            }
        }
        return events
    }

    /// Removes an activity that should not count: for its user, or for an admin. The session that it has ticked is unticked, unless another
    /// source has told the same; what was known as the same counts from now on. nil if there is none.
    static func remove(_ id: ID, by user: ID?, in tx: borrowing TenantTransaction, zone: String, now: Timestamp) throws
        -> (owner: ID, events: [AuditEvent])?
    {
        guard let owner = try tx.first(ActivityQueries.user(of: id))?.id("user_id"), user.map({ $0 == owner }) ?? true,
            try tx.first(GoalQueries.lockRecipient(owner)) != nil
        else { return nil }
        let matched = try tx.first(ActivityQueries.matched(id))
        let goal = try matched?.id("goal_id")
        var work = try goal.map { goal in
            try user.map { try GoalWork.open(goal, by: $0, in: tx) } ?? GoalWork.open(goal, in: tx)
        }
        // Refused where the goal is over and nothing else can support its tick: what made it done is not taken away behind it.
        if try tx.first(ActivityQueries.duplicate(of: id)) == nil { try work?.check(.untick) }
        guard let source = try tx.first(ActivityQueries.remove(id, now: now))?.text("source") else { return nil }
        let store = ActivityWork(user: owner, source: TrackerSource(rawValue: source) ?? .gpx, zone: zone, now: now)
        var freed = try store.removeDuplicates(try shadows(of: id, in: tx), in: tx)
        var events: [AuditEvent] = []
        if let matched, work != nil {
            let session = Session(
                id: try matched.id("session_id"), day: try matched.int("day"), title: try matched.text("title"),
                minutes: try matched.intOrNil("minutes"))
            let support = freed.firstIndex { one in
                one.day == session.day
                    && ActivityRules.session(for: one.read.kind, seconds: one.read.seconds, among: [session]) != nil
            }
            if let support {
                let one = freed.remove(at: support)
                try tx.execute(PlanQueries.retick(session.id, at: min(one.read.end, now), by: one.source))
                try tx.execute(ActivityQueries.match(one.id, with: session.id, now: now))
            } else {
                try work?.check(.untick)
                try tx.execute(PlanQueries.tick(session.id, at: nil))
                if let event = try work?.take(.untick, .init(text: session.title), in: tx, now: now) {
                    events.append(event)
                }
            }
        }
        var counts = ActivityCounts()
        events += try store.fulfil(freed, &counts, in: tx)
        events.append(
            AuditEvent(.activityRemoved, on: .user, owner, subject: owner, changes: [.init("tracker", new: source)]))
        return (owner, events)
    }

    /// What was the same as an activity that is removed. What was taken back before ticks nothing by itself again.
    private static func shadows(of id: ID, in tx: borrowing TenantTransaction) throws -> [Added] {
        try tx.rows(ActivityQueries.free(duplicatesOf: id)).compactMap { row in
            guard try !row.bool("is_unmatched") else { return nil }
            let read = ReadActivity(
                kind: ActivityKind(rawValue: try row.text("kind")) ?? .other, startedAt: try row.time("started_at"),
                seconds: try row.int("seconds"), metres: try row.intOrNil("metres"))
            return Added(
                id: try row.id("id"), read: read, day: try row.int("day"),
                source: TrackerSource(rawValue: try row.text("source")) ?? .gpx)
        }.sorted { ($0.read.startedAt, $0.id) < ($1.read.startedAt, $1.id) }
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
        try work.check(.untick)
        try tx.execute(PlanQueries.tick(session, at: nil))
        try tx.execute(ActivityQueries.unmatch(id, now: now))
        let event = try work.take(.untick, .init(text: try row.text("title")), in: tx, now: now)
        return (work, event)
    }
}
