import Console
import HTML
import Mail
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

/// Invites somebody by e-mail. A new admin gets an account and a one-time link. Who has an
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
        let isNew =
            try tx.execute(
                AdminQueriesAcrossTenants.addInvited(made, email: form.email, name: form.name, language: form.language))
            == 1
        guard let account = try tx.first(AdminQueriesAcrossTenants.lockByEmail(form.email)) else {
            throw Refusal.notFound
        }
        let (admin, name) = (try account.id("id"), try account.text("name"))
        guard try tx.execute(MembershipQueries.add(admin, to: tx.tenant, role)) == 1 else {
            form.errors["email"] = LocalText(Strings.error_admin_here)
            throw Refusal.form(form.page(roles, actor, services))
        }
        let event = AuditEvent(
            .adminInvited, on: .membership, admin, name: name,
            changes: [.init("email", new: form.email), .init("role", new: role.recorded)])
        guard try isNew || tx.first(MembershipQueries.mayHaveLink(admin))?.bool("may") == true else {
            return Change(event, next: .to("/t/\(actor.tenant.slug)/admins/\(admin)", flash: Strings.admins_added))
        }
        let invitation = InvitationLink.Invitation(
            admin: admin, name: name, email: form.email, language: Language(code: try account.text("language")) ?? .en,
            role: role)
        return Change(event, next: try InvitationLink.pass(invitation, in: tx, by: actor, services))
    }
}

/// A new link for somebody who was invited and has not come in yet; the earlier ones stop working.
struct RenewInvitation: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("admin") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(MembershipQueries.lock(id, zone: actor.tenant.zone)) else {
            throw Refusal.notFound
        }
        let member = try Member(row)
        // Whoever has the link becomes that admin.
        guard actor.mayGive(member.role) else { throw Refusal.notAllowed }
        guard try tx.first(MembershipQueries.mayHaveLink(id))?.bool("may") == true else {
            let why = member.isEnrolled ? Strings.problem_changed_advice : Strings.admins_link_elsewhere
            throw Refusal.changed(try AdminPageMaker(id: id, notice: why).page(in: tx, by: actor, services))
        }
        let invitation = InvitationLink.Invitation(
            admin: id, name: member.name, email: member.email, language: member.language, role: member.role)
        return Change(
            AuditEvent(.adminLinkMade, on: .admin, id, name: member.name),
            next: try InvitationLink.pass(invitation, in: tx, by: actor, services))
    }
}

/// A one-time link: mailed to whom it is for or, where no mail is sent, shown once to who made it.
enum InvitationLink {
    struct Invitation {
        var admin: ID
        var name: String
        var email: String
        var language: Language
        var role: MemberRole
    }

    static func pass(
        _ invitation: Invitation, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Change.Next {
        let admin = invitation.admin
        try tx.execute(MembershipQueries.endLinks(of: admin, issuer: tx.tenant, all: true))
        let token = Token.random()
        let expires = actor.now.adding(seconds: BootstrapAcrossTenants.linkHours * 3600)
        let until =
            try tx.first(
                MembershipQueries.addLink(
                    token.hash, admin: admin, issuer: tx.tenant, expires: expires, zone: actor.tenant.zone)
            )?.localTime("until") ?? 0
        let list: Link = "/t/\(actor.tenant.slug)/admins"
        let link = services.address + "/enrol/" + token.text
        // Who makes links can be taken for whom they are for; so where mail is sent, they don't see them.
        if services.mail != nil, Mailbox(address: invitation.email) != nil {
            let mail = InvitationMail(
                email: invitation.email, name: invitation.name, language: invitation.language, inviter: actor.name,
                tenant: actor.tenant.name, role: invitation.role.name(invitation.language), link: link)
            try Jobs.add(mail, in: tx, by: actor, services)
            return .to("\(list)/\(admin)", flash: Strings.admins_mailed)
        }
        return .page(
            InvitationLinkPage(
                frame: actor.frame(
                    LocalText(Strings.admins_link_title), services, current: "admins",
                    crumb: (LocalText(Strings.menu_admins), list)),
                advice: Strings.admins_link_advice(
                    name: invitation.name, time: Formatted.dateTime(LocalTime(microseconds: Int(until)))),
                link: link, done: list))
    }
}
