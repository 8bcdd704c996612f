import Postgres

/// Keeps what a tenant wants two admins for from being done by one: at the trail, which everything that is done has to
/// pass, whichever route, key or job it comes by.
package enum SecondAdmin {
    /// Throws for what an admin or a key may not do alone. What the installation's own shell and Roost itself do is theirs.
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

    /// Does the tenant want two admins for that?
    package static func isChosen(_ act: GuardedAct, in tx: borrowing TenantTransaction) throws -> Bool {
        try wanted(in: tx).contains(act)
    }

    /// Ending the wait always waits: it is only there where it was chosen, and after its change the choice is gone. So does what no
    /// tenant lets one admin do.
    private static func wanted(in tx: borrowing TenantTransaction) throws -> Set<GuardedAct> {
        let chosen = try tx.first(ApprovalQueries.choice)?.texts("four_eyes") ?? []
        let known = chosen.compactMap { Declarations.current.guardedAct($0) }
        return Set(known + [.choice, .always] + (known.isEmpty ? [] : [.declared]))
    }
}
