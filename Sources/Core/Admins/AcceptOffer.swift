import Console
import HTML
import Postgres
import Templates
import Web

/// The decision on a membership that a tenant offers to an admin with an account. Only that admin accepts it, signed
/// in.
struct OfferDecision: Sendable {
    let tenant: ID

    init(_ request: WebRequest) throws { tenant = try request.id("offer") }

    /// Runs the statement in the offering tenant, and returns the change with the event for that tenant's trail.
    func run(
        _ action: AuditAction, in tx: borrowing TenantTransaction, by actor: Actor,
        _ statement: (ID) -> SQL, next: (_ slug: String) -> Change.Next
    ) throws -> Change {
        guard let admin = actor.id, let row = try tx.first(OfferQueriesAcrossTenants.enter(admin, tenant)) else {
            throw Refusal.notFound
        }
        let inside = TenantTransaction(tenant: tenant, on: tx.connection)
        let role = try inside.first(MembershipQueries.role(of: admin)).map { try MemberRole.recorded($0) }
        guard try inside.execute(statement(admin)) == 1 else { throw Refusal.notFound }
        return Change(
            AuditEvent(action, on: .membership, admin, name: actor.name, changes: [.init("role", new: role)]),
            next: next(try row.text("slug")), tenant: tenant)
    }
}

struct AcceptOffer: Changing {
    let decision: OfferDecision

    init(_ request: WebRequest) throws { decision = try OfferDecision(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try decision.run(.membershipAccepted, in: tx, by: actor) {
            MembershipQueries.accept($0, now: actor.now)
        } next: {
            .to("/t/\($0)")
        }
    }
}

struct DeclineOffer: Changing {
    let decision: OfferDecision

    init(_ request: WebRequest) throws { decision = try OfferDecision(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try decision.run(.membershipDeclined, in: tx, by: actor) {
            MembershipQueries.decline($0)
        } next: { _ in
            .to("/tenants", flash: Strings.tenants_declined)
        }
    }
}
