import Postgres

/// Prevents one admin from doing alone what the tenant requires two for. The check is at the audit trail, which every
/// change must pass, whichever route, key or job makes it.
package enum SecondAdmin {
    /// Throws for an event that an admin or a key may not cause alone. The installation's shell and Roost itself are
    /// exempt.
    package static func check(_ events: [AuditEvent], by actor: Actor, in tx: borrowing TenantTransaction) throws {
        guard actor.kind == .admin || actor.kind == .key, actor.clearance == nil else { return }
        let acts = Set(events.compactMap(\.guardedAct))
        guard !acts.isEmpty, try !acts.isDisjoint(with: wanted(in: tx)) else { return }
        throw Refusal.needsSecondAdmin
    }

    package static func isWanted(for event: AuditEvent, in tx: borrowing TenantTransaction) throws -> Bool {
        guard let act = event.guardedAct else { return false }
        return try wanted(in: tx).contains(act)
    }

    /// True if the tenant requires two admins for that act.
    package static func isChosen(_ act: GuardedAct, in tx: borrowing TenantTransaction) throws -> Bool {
        try wanted(in: tx).contains(act)
    }

    /// Ending two-person approval always needs approval itself: it is only possible where the setting is on, and
    /// after the change the setting is gone. The same applies to acts that no tenant allows one admin to do alone.
    private static func wanted(in tx: borrowing TenantTransaction) throws -> Set<GuardedAct> {
        let chosen = try tx.first(ApprovalQueries.choice)?.texts("four_eyes") ?? []
        let known = chosen.compactMap { Declarations.current.guardedAct($0) }
        return Set(known + [.choice, .always] + (known.isEmpty ? [] : [.declared]))
    }
}
