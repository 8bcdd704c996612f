import HTML
import Postgres
import Secrets
import Templates
import Web

struct ShowInvitation: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        InvitationForm(language: actor.language.code).page(try MemberRole.all(in: tx), actor, services)
    }
}

/// Invites somebody by e-mail. A new admin gets an account and a one-time link, which is shown to the inviter. Who has an
/// account already is given the role and no link: a link would let the inviter in wherever else that account may go.
struct InviteAdmin: Changing {
    let typed: InvitationForm

    init(_ request: WebRequest) { typed = InvitationForm(request.form) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var form = typed
        let roles = try MemberRole.all(in: tx)
        let role = try form.check(roles, in: tx, actor)
        guard let role, form.errors.isEmpty else { throw Refusal.form(form.page(roles, actor, services)) }
        let made = ID.make(at: actor.now)
        let isNew = try tx.execute(
            AdminQueriesAcrossTenants.addInvited(made, email: form.email, name: form.name, language: form.language)) == 1
        guard let account = try tx.first(AdminQueriesAcrossTenants.lockByEmail(form.email)) else { throw Refusal.notFound }
        let (admin, name) = (try account.id("id"), try account.text("name"))
        guard try tx.execute(MembershipQueries.add(admin, to: tx.tenant, role)) == 1 else {
            form.errors["email"] = LocalText(Strings.error_admin_here)
            throw Refusal.form(form.page(roles, actor, services))
        }
        let event = AuditEvent(
            .adminInvited, on: .membership, admin, name: name,
            changes: [.init("email", new: form.email), .init("role", new: role.recorded)])
        guard try isNew || tx.first(MembershipQueries.mayHaveLink(admin))?.bool("may") == true else {
            return Change(event, next: .to("/t/\(actor.tenant.slug)/admins/\(admin)", flash: "admin-added"))
        }
        let page = try InvitationLink.make(for: admin, name: name, in: tx, by: actor, services)
        return Change(event, next: .page(page))
    }
}

/// A new link for somebody who was invited and has not come in yet; the earlier ones stop working.
struct RenewInvitation: Changing {
    let id: ID

    init(_ request: WebRequest) throws {
        guard let id = request.parameterID("admin") else { throw Refusal.notFound }
        self.id = id
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(MembershipQueries.lock(id, zone: actor.tenant.zone)) else { throw Refusal.notFound }
        let member = try Member(row)
        // Whoever has the link becomes that admin.
        guard actor.mayGive(member.role) else { throw Refusal.notAllowed }
        guard try tx.first(MembershipQueries.mayHaveLink(id))?.bool("may") == true else {
            let why = member.isEnrolled ? Strings.problem_changed_advice : Strings.admins_link_elsewhere
            throw Refusal.changed(try AdminPageMaker(id: id, notice: why).page(in: tx, by: actor, services))
        }
        let page = try InvitationLink.make(for: id, name: member.name, in: tx, by: actor, services)
        return Change(AuditEvent(.adminLinkMade, on: .admin, id, name: member.name), next: .page(page))
    }
}

/// A one-time link and the page that shows it, once.
enum InvitationLink {
    static func make(
        for admin: ID, name: String, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> InvitationLinkPage {
        try tx.execute(MembershipQueries.endLinks(of: admin, issuer: tx.tenant, all: true))
        let token = Token.random()
        let expires = actor.now.adding(seconds: BootstrapAcrossTenants.linkHours * 3600)
        let until = try tx.first(
            MembershipQueries.addLink(token.hash, admin: admin, issuer: tx.tenant, expires: expires, zone: actor.tenant.zone)
        )?.localTime("until") ?? 0
        let list: Link = "/t/\(actor.tenant.slug)/admins"
        return InvitationLinkPage(
            frame: actor.frame(
                LocalText(Strings.admins_link_title), services, current: "admins", crumb: (LocalText(Strings.menu_admins), list)),
            advice: Strings.admins_link_advice(
                name: name, time: Formatted.dateTime(LocalTime(microseconds: Int(until)))),
            link: services.address + "/enrol/" + token.text, done: list)
    }
}
