import Console
import HTML
import Postgres
import Templates
import Web

/// The shared part of the four changes of a user's status: the allowed statuses, the new one, and the reason.
struct UserStatusChange: Sendable {
    let id: ID
    let reason: String
    /// The address of the message that offers to undo the end of a suspension; it has no field for a reason.
    static let undone = "undone"
    let isUndone: Bool

    init(_ request: WebRequest) throws {
        id = try request.id("user")
        reason = request.form.trimmed("reason") ?? ""
        isUndone = request.query[Self.undone] != nil
    }

    /// The new status of a user.
    enum Status {
        case given(String)
        /// The earlier status, which the database keeps (migrations/core/0046_status_before.sql), with its reason.
        case before
    }

    /// If the status does not allow the change, because another admin was first, the response is a conflict with the
    /// user's present page.
    func run(
        from allowed: Set<String>, to wanted: Status, _ action: AuditAction, flash: StringKey, keepsReason: Bool,
        requiresReason: Bool = false, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Change {
        guard let row = try tx.first(UserQueries.lock(id)) else { throw Refusal.notFound }
        let reason =
            self.reason.isEmpty && isUndone
            ? LocalText(Strings.user_suspended_again).resolve(in: actor.fileLanguage) : self.reason
        if let refused = actor.refusing(reason: reason) {
            throw Refusal.form(try UserPageMaker(id).page(in: tx, by: refused, services))
        }
        let old = try row.text("status")
        guard allowed.contains(old) else {
            throw Refusal.changed(
                try UserPageMaker(id, notice: Strings.problem_changed_advice).page(
                    in: tx, by: actor.givingBack(reason: reason), services))
        }
        if requiresReason, reason.isEmpty {
            throw Refusal.form(
                try UserPageMaker(id, reasonError: LocalText(Strings.error_required)).page(in: tx, by: actor, services))
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

/// Suspends a user, with a reason.
struct SuspendUser: Changing {
    let change: UserStatusChange
    init(_ request: WebRequest) throws { change = try UserStatusChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try change.run(
            from: ["active", "pending"], to: .given("suspended"), .userSuspended, flash: Strings.users_suspended,
            keepsReason: true, requiresReason: true, in: tx,
            by: actor, services)
    }
}

/// Ends a suspension: the user gets the earlier status back, also if it was pending.
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

/// Removes a user from every list. No data is deleted: restoring brings everything back. Erasure is a different action.
struct DeleteUser: Changing {
    let change: UserStatusChange
    init(_ request: WebRequest) throws { change = try UserStatusChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try change.run(
            from: ["active", "pending", "suspended"], to: .given("deleted"), .userDeleted, flash: Strings.users_deleted,
            keepsReason: true, in: tx, by: actor, services)
    }
}

/// Restores a deleted user with their earlier status.
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
