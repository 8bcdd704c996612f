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
        InvitationForm(language: actor.language.code).page(
            try MemberRole.all(in: tx, of: actor.tenant), actor, services)
    }
}

/// Invites an admin by e-mail. A new admin gets an account and a one-time link. If the e-mail has an account already,
/// the role is offered to it, and its holder accepts it after they have signed in: a link would let the inviter into
/// all other tenants of that account. The inviter sees the same either way.
struct InviteAdmin: Changing {
    let typed: InvitationForm

    init(_ request: WebRequest) { typed = InvitationForm(request.form) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var form = typed
        let roles = try MemberRole.all(in: tx, of: actor.tenant)
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
        let admin = try account.id("id")
        let opensNothingElse = try isNew || tx.first(MembershipQueries.mayHaveLink(admin))?.bool("may") == true
        let added =
            opensNothingElse
            ? MembershipQueries.add(admin, to: tx.tenant, role)
            : MembershipQueries.offer(
                admin, to: tx.tenant, role, name: form.name, email: form.email, byOperator: actor.isOperator,
                now: actor.now)
        guard try tx.execute(added) == 1 else {
            form.errors["email"] = LocalText(Strings.error_admin_here)
            throw Refusal.form(form.page(roles, actor, services))
        }
        let event = AuditEvent(
            .adminInvited, on: .membership, admin, name: form.name,
            changes: [.init("email", new: form.email), .init("role", new: role.recorded)])
        if opensNothingElse, !isNew {
            try tx.execute(
                AdminQueriesAcrossTenants.renameInvited(admin, name: form.name, language: form.language))
        }
        let invitation = InvitationLink.Invitation(
            admin: admin, name: form.name, email: form.email, language: Language(code: form.language) ?? .en,
            role: role, isOffer: !opensNothingElse)
        return Change(event, next: try InvitationLink.pass(invitation, in: tx, by: actor, services))
    }
}

/// Makes a new link for an invited admin who has not signed in yet; the earlier ones stop working.
struct RenewInvitation: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("admin") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        _ = try tx.send(MembershipQueries.holdAccount(id))
        guard let row = try tx.first(MembershipQueries.lock(id, zone: actor.tenant.zone)) else {
            throw Refusal.notFound
        }
        let member = try Member(row, in: actor.tenant)
        // A person with the link becomes that admin.
        guard actor.mayGive(member.role) else { throw Refusal.notAllowed }
        guard try member.isOffered || tx.first(MembershipQueries.mayHaveLink(id))?.bool("may") == true else {
            let why = member.isEnrolled ? Strings.problem_changed_advice : Strings.admins_link_elsewhere
            throw Refusal.changed(try AdminPageMaker(id: id, notice: why).page(in: tx, by: actor, services))
        }
        let invitation = InvitationLink.Invitation(
            admin: id, name: member.name, email: member.email, language: member.language, role: member.role,
            isOffer: member.isOffered)
        if member.isOffered { try tx.execute(MembershipQueries.offerAgain(id, now: actor.now)) }
        return Change(
            AuditEvent(.adminLinkMade, on: .admin, id, name: member.name),
            next: try InvitationLink.pass(invitation, in: tx, by: actor, services))
    }
}

/// A one-time link: mailed to the invited admin or, if no mail is sent, shown once to the inviter.
enum InvitationLink {
    struct Invitation {
        var admin: ID
        var name: String
        var email: String
        var language: Language
        var role: MemberRole
        /// True if the admin has an account already: no link opens it.
        var isOffer: Bool
    }

    static func pass(
        _ invitation: Invitation, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Change.Next {
        let admin = invitation.admin
        let token = Token.random()
        let expires = actor.now.adding(seconds: BootstrapAcrossTenants.linkHours * 3600)
        let isMailed = services.mail != nil && Mailbox(address: invitation.email) != nil
        if invitation.isOffer {
            // The link that is shown in the same place leads only to the sign-in page.
            try tellHolder(invitation, in: tx, by: actor, services)
        } else {
            try tx.execute(MembershipQueries.endLinks(of: admin, issuer: tx.tenant, all: true))
            _ = try tx.rows(
                MembershipQueries.addLink(
                    token.hash, admin: admin, issuer: tx.tenant, expires: expires, isMailed: isMailed,
                    zone: actor.tenant.zone))
        }
        let list: Link = "/t/\(actor.tenant.slug)/admins"
        let link = services.address + "/enrol/" + token.text
        // A person who sees a link can use it as the invited admin; so if mail is sent, the inviter doesn't see it.
        if isMailed {
            let mail = InvitationMail(
                email: invitation.email, name: invitation.name, language: invitation.language, inviter: actor.name,
                tenant: actor.tenant.name, role: invitation.role.name(invitation.language),
                link: invitation.isOffer ? services.address + "/tenants" : link, isOffer: invitation.isOffer)
            try Jobs.add(mail, in: tx, by: actor, services)
            return .to("\(list)/\(admin)", flash: Strings.admins_mailed)
        }
        let until =
            try tx.first("select \(expires) at time zone \(actor.tenant.zone) as until")?.localTime("until") ?? 0
        return .page(
            InvitationLinkPage(
                frame: actor.frame(
                    LocalText(Strings.admins_link_title), services, current: "admins",
                    crumb: (LocalText(Strings.menu_admins), list)),
                advice: Strings.admins_link_advice(
                    name: invitation.name, time: Formatted.dateTime(LocalTime(microseconds: Int(until)))),
                link: link, done: list))
    }

    /// Notifies the admin on the console's pages, if they may accept the offer.
    private static func tellHolder(
        _ invitation: Invitation, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws {
        guard try tx.first(OfferQueriesAcrossTenants.isShown(invitation.admin, tx.tenant))?.bool("is_shown") == true
        else { return }
        let notice = ID.make(at: actor.now)
        try tx.execute(
            NoticeQueriesAcrossTenants.add(
                notice, .membershipOffered, about: invitation.admin, reason: actor.tenant.name, at: actor.now))
        try tx.execute(NoticeQueriesAcrossTenants.notify(notice, invitation.admin))
        _ = try tx.rows(ShellNotices.changed(Tenant.installation.id))
    }
}
