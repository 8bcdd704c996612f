import Console
import HTML
import Postgres
import Templates
import Web

/// Removes an admin from the tenant, or withdraws the invitation of one who has never signed in. Their account stays.
struct RemoveAdmin: Changing {
    let id: ID
    let reason: String
    let isReview: Bool

    init(_ request: WebRequest) throws {
        id = try request.id("admin")
        reason = request.form.trimmed("reason") ?? ""
        isReview = AccessReview.isOrigin(request)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        _ = try tx.send(MembershipQueries.holdAccount(id))
        guard let row = try tx.first(MembershipQueries.lock(id, zone: actor.tenant.zone)) else {
            throw Refusal.notFound
        }
        let member = try Member(row, in: actor.tenant)
        guard actor.mayGive(member.role) else { throw Refusal.notAllowed }
        if let refused = actor.refusing(reason: reason) {
            throw Refusal.form(try AdminPageMaker(id: id).page(in: tx, by: refused, services))
        }
        if !member.isEnrolled {
            let opensNothingElse = try tx.first(MembershipQueries.mayHaveLink(id))?.bool("may") ?? false
            try tx.execute(MembershipQueries.endLinks(of: id, issuer: tx.tenant, all: opensNothingElse))
        }
        try tx.execute(MembershipQueries.end(id))
        return Change(
            AuditEvent(
                member.isEnrolled ? .membershipEnded : .adminInvitationWithdrawn, on: .membership, id,
                name: member.name,
                changes: [.init("role", old: member.role.recorded)], reason: reason),
            // An admin who removed themselves has no page here any more.
            next: id == actor.id
                ? .to("/tenants", flash: Strings.admins_taken_out)
                : .to(
                    isReview ? AccessReview.link(actor) : actor.link("admins"),
                    flash: member.isEnrolled ? Strings.admins_taken_out : Strings.admins_withdrawn,
                    undo: member.isEnrolled ? actor.link("admins/\(id)/role/\(member.role.value)") : nil))
    }
}
