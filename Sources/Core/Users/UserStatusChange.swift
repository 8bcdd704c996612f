import Console
import HTML
import Postgres
import Templates
import Web

/// What the four changes of a user's status have in common: from which status to which, with what reason.
struct UserStatusChange: Sendable {
    let id: ID
    let reason: String

    init(_ request: WebRequest) throws {
        id = try request.id("user")
        reason = (request.form.trimmed("reason") ?? "").columnPrefix(500)
    }

    /// What a user gets.
    enum Status {
        case given(String)
        /// The one from before, which the database keeps (migrations/core/0046_status_before.sql), and why they had it.
        case before
    }

    /// A status that does not allow it (somebody was faster) is a conflict, and the user's page says what it is now.
    func run(
        from allowed: Set<String>, to wanted: Status, _ action: AuditAction, flash: StringKey, keepsReason: Bool,
        in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Change {
        guard let row = try tx.first(UserQueries.lock(id)) else { throw Refusal.notFound }
        let old = try row.text("status")
        guard allowed.contains(old) else {
            throw Refusal.changed(
                try UserPageMaker(id, notice: Strings.problem_changed_advice).page(in: tx, by: actor, services))
        }
        let (status, why): (String, String) =
            switch wanted {
            case .given(let status): (status, keepsReason ? reason : "")
            case .before where old == "deleted": (try row.text("deleted_from"), try row.text("deleted_from_reason"))
            case .before: (try row.text("suspended_from"), "")
            }
        try tx.execute(UserQueries.setStatus(id, status, reason: why))
        return Change(
            AuditEvent(action, on: .user, id, changes: [.init("status", old: old, new: status)], reason: reason),
            next: .to("/t/\(actor.tenant.slug)/users/\(id)", flash: flash))
    }
}

/// Keeps a user out, with a reason.
struct SuspendUser: Changing {
    let change: UserStatusChange
    init(_ request: WebRequest) throws { change = try UserStatusChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try change.run(
            from: ["active", "pending"], to: .given("suspended"), .userSuspended, flash: Strings.users_suspended,
            keepsReason: true, in: tx,
            by: actor, services)
    }
}

/// Takes a suspension back: somebody who was pending is so again.
struct EndSuspension: Changing {
    let change: UserStatusChange
    init(_ request: WebRequest) throws { change = try UserStatusChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try change.run(
            from: ["suspended"], to: .before, .userReinstated, flash: Strings.users_reinstated, keepsReason: false,
            in: tx,
            by: actor,
            services)
    }
}

/// Takes a user out of every list. Nothing is destroyed: restoring brings all of it back. Erasure is another thing.
struct DeleteUser: Changing {
    let change: UserStatusChange
    init(_ request: WebRequest) throws { change = try UserStatusChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try change.run(
            from: ["active", "pending", "suspended"], to: .given("deleted"), .userDeleted, flash: Strings.users_deleted,
            keepsReason: true, in: tx, by: actor, services)
    }
}

/// Brings a deleted user back as they were.
struct RestoreUser: Changing {
    let change: UserStatusChange
    init(_ request: WebRequest) throws { change = try UserStatusChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try change.run(
            from: ["deleted"], to: .before, .userRestored, flash: Strings.users_restored, keepsReason: false, in: tx,
            by: actor,
            services)
    }
}
