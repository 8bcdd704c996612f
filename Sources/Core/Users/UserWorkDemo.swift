import Console
import Postgres

/// The work of the company's support, manager and analyst on the newest users of a demo tenant.
struct UserWorkDemo {
    private struct Person {
        let id: ID
        let created: Timestamp
        let language: String
        let zone: String
    }

    private let load: DemoLoad
    private static let newest = 2000
    private static let edited = 9
    private static let zones = ["Europe/London", "Europe/Madrid", "Asia/Tehran"]
    private static let exports = [
        ("xlsx", "plan=premium", "Board meeting: who pays"), ("csv", "status=active&created=30", "Monthly report"),
        ("csv", "status=suspended", "Check of suspensions with the legal team"), ("xlsx", "", "Yearly audit"),
        ("jsonl", "status=active&seen=7", "Survey of regular users"),
    ]

    init(_ load: DemoLoad) { self.load = load }

    func note(in tx: borrowing TenantTransaction) throws {
        try noteSuspensions(in: tx)
        try noteReadingAndEditing(in: tx)
        try noteNotes(in: tx)
        noteExports()
    }

    /// Returns a moment between the two that depends only on the number.
    private func moment(after created: Timestamp, _ number: Int) -> Timestamp {
        let seconds = max(0, load.now.seconds - created.seconds - 900)
        return min(load.now, created.adding(seconds: 600 + seconds * Int64(number * 37 % 90) / 100))
    }

    private func noteSuspensions(in tx: borrowing TenantTransaction) throws {
        let rows = try tx.rows(
            """
            select users.id, greatest(users.created_at, users.seen_at) as last_at, users.status_reason from users
            where users.tenant_id = \(load.tenant.id) and users.status = 'suspended' order by users.id desc limit 40
            """)
        for (number, row) in rows.enumerated() {
            let role: Role = number % 5 == 4 ? .manager : .support
            load.diary.note(
                AuditEvent(
                    .userSuspended, on: .user, try row.id("id"),
                    changes: [.init("status", old: "active", new: "suspended")],
                    reason: try row.text("status_reason")),
                by: load.actor(role, at: moment(after: try row.time("last_at"), number)))
        }
    }

    private func noteReadingAndEditing(in tx: borrowing TenantTransaction) throws {
        let rows = try tx.rows(
            """
            select newest.id, newest.created_at, newest.language, newest.zone from (
                select users.id, users.created_at, users.language, users.zone from users
                where users.tenant_id = \(load.tenant.id) and users.status = 'active' order by users.id desc limit \(Self.newest)
            ) as newest
            order by uuid_hash_extended(newest.id, \(load.seed)) limit 70
            """)
        let people = try rows.map { row in
            Person(
                id: try row.id("id"), created: try row.time("created_at"), language: try row.text("language"),
                zone: try row.text("zone"))
        }
        for (number, person) in people.enumerated() {
            let seen = moment(after: person.created, number)
            let role: Role = number % 4 == 3 ? .manager : .support
            load.diary.note(AuditEvent(.userViewed, on: .user, person.id), by: load.actor(role, at: seen))
            guard number < Self.edited else { continue }
            let zone = Self.zones.first { $0 != person.zone } ?? ""
            let change =
                number % 2 == 0
                ? AuditEvent.Change("zone", old: zone, new: person.zone, isPersonal: true)
                : AuditEvent.Change(
                    "language", old: person.language == "en" ? "es" : "en", new: person.language, isPersonal: true)
            load.diary.note(
                AuditEvent(.userChanged, on: .user, person.id, subject: person.id, changes: [change]),
                by: load.actor(role, at: min(load.now, seen.adding(seconds: 95))))
        }
    }

    private func noteNotes(in tx: borrowing TenantTransaction) throws {
        let rows = try tx.rows(
            """
            select user_notes.user_id, user_notes.author_id, user_notes.body, user_notes.at from user_notes
            where user_notes.tenant_id = \(load.tenant.id) order by user_notes.at desc limit 25
            """)
        for row in rows {
            let (user, author) = (try row.id("user_id"), try row.id("author_id"))
            guard let role = load.colleagues.first(where: { $0.id == author })?.role else { continue }
            load.diary.note(
                AuditEvent(
                    .userNoted, on: .user, user, subject: user,
                    changes: [.init("note", new: try row.text("body"), isPersonal: true)]),
                by: load.actor(role, at: try row.time("at")))
        }
    }

    private func noteExports() {
        for (number, export) in Self.exports.enumerated() {
            let moment = load.moment(daysAgo: 3 + number * 11, number)
            let begun = AuditEvent(
                .usersExported, on: .users, changes: [.init("format", new: export.0), .init("filter", new: export.1)],
                reason: export.2)
            load.diary.note(begun, by: load.actor(.analyst, at: moment))
            load.diary.note(
                AuditEvent(
                    .usersExportFinished, on: .users,
                    changes: [
                        .init("rows", new: String(load.size / (number + 2))),
                        .init("export", new: begun.id.description),
                    ], reason: export.2), by: load.actor(.analyst, at: moment.adding(seconds: 4)))
        }
    }
}
