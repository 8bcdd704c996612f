import Console
import HTML
import Postgres
import Templates
import Web

/// One admin of the tenant: their membership here, and its changes.
struct ShowAdmin: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("admin") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try AdminPageMaker(id: id).page(in: tx, by: actor, services)
    }
}

struct AdminPageMaker {
    var id: ID
    /// The chosen role that was refused, and the reason.
    var roleError: (value: String, error: LocalText)?
    /// The chosen role of a form that met another change.
    var chosen: String?
    /// The notice at the top, if the page is the response to a request that failed.
    var notice: StringKey?

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> AdminPage {
        let zone = actor.tenant.zone
        let one = try tx.send(MembershipQueries.one(id, zone: zone))
        let owners = try tx.send(MembershipQueries.owners)
        let mayLink = try tx.send(MembershipQueries.mayHaveLink(id))
        let done = try ObjectTrail(of: id, kinds: [.admin, .membership], in: tx, by: actor)
        guard let row = try one.rows().first else { throw Refusal.notFound }
        let member = try Member(row, in: actor.tenant)
        let isLastOwner = try owners.rows().first?.ids("ids") == [id]
        let mayHaveLink = try mayLink.rows().first?.bool("may") ?? false
        let trail =
            actor.may(.seeAudit)
            ? try done.card(Strings.admins_trail, showsObject: true, in: tx, by: actor, services) : nil
        let path: Link = "/t/\(actor.tenant.slug)/admins/\(id)"
        let list: Link = "/t/\(actor.tenant.slug)/admins"
        let mayChange = actor.may(.manageAdmins) && actor.mayGive(member.role)
        var frame = actor.frame(
            member.name, services, current: "admins", crumb: (LocalText(Strings.menu_admins), list))
        if let notice { frame.flash = Flash(warning: LocalText(notice)) }
        var page = AdminPage(
            frame: frame, name: member.name, state: member.state, isYou: id == actor.id, facts: facts(member, actor),
            limit: actor.may(.manageAdmins)
                ? isLastOwner
                    ? LocalText(Strings.admins_last_owner) : mayChange ? nil : LocalText(Strings.admins_beyond) : nil,
            role: mayChange && !isLastOwner ? try role(member, actor, in: tx) : nil, roleAction: "\(path)/role",
            wasRole: HiddenValue("was", member.role.value),
            invitation: member.isEnrolled || member.isDisabled || !mayChange
                ? nil : invitation(member, mayHaveLink || member.isOffered, actor, path),
            removeForm: mayChange && !isLastOwner ? removeForm("\(path)/membership/end", actor) : nil,
            isInvited: !member.isEnrolled,
            trail: trail,
            doneLink: actor.may(.seeAudit)
                ? Link("/t/\(actor.tenant.slug)/audit").with(query: [("actor", id.description)]) : nil)
        if member.isEnrolled { page.usesLink = actor.link("access-review/\(id)") }
        return page
    }

    private func facts(_ member: Member, _ actor: Actor) -> [Fact] {
        [
            Fact(LocalText(Strings.user_email), member.email),
            Fact(LocalText(Strings.admins_role), member.role.name(actor.language)),
            Fact(LocalText(Strings.admins_since), DateStyle(actor.language).dateTime(member.since)),
            Fact(LocalText(Strings.admins_last_here), Member.lastUsed(member.usedAt, by: member.id, actor)),
            Fact(
                LocalText(Strings.admins_second_step),
                Member.secondStep(member.hasSecondStep).resolve(in: actor.language)),
        ]
            + (member.isEnrolled
                ? [
                    Fact(
                        LocalText(Strings.admins_mailbox),
                        LocalText(member.isProven ? Strings.admins_mailbox_proven : Strings.admins_mailbox_unproven)
                            .resolve(in: actor.language))
                ] : [])
    }

    private func role(_ member: Member, _ actor: Actor, in tx: borrowing TenantTransaction) throws -> Choice {
        RoleChoice.of(
            try MemberRole.all(in: tx, of: actor.tenant), selected: roleError?.value ?? chosen ?? member.role.value,
            error: roleError?.error, actor)
    }

    private func invitation(_ member: Member, _ mayHaveLink: Bool, _ actor: Actor, _ path: Link) -> InvitationState {
        let state: LocalText
        if let until = member.linkUntil, let expires = member.linkExpires, expires > actor.now {
            state = Strings.admins_link_until(time: Formatted.dateTime(until))
        } else {
            state = LocalText(mayHaveLink ? Strings.admins_link_over : Strings.admins_link_elsewhere)
        }
        return InvitationState(state: state, renew: mayHaveLink ? "\(path)/invitation" : nil)
    }

    private func removeForm(_ action: Link, _ actor: Actor) -> ReasonForm {
        ReasonForm(
            action: action, csrf: actor.session?.csrf ?? "",
            reason: Field("reason", label: LocalText(Strings.user_reason), hint: LocalText(Strings.user_reason_hint)))
    }
}

/// A choice of the roles that the actor may give.
enum RoleChoice {
    static func of(_ roles: [MemberRole], selected: String, error: LocalText?, _ actor: Actor) -> Choice {
        Choice(
            "role", label: LocalText(Strings.admins_role),
            options: roles.filter { actor.mayGive($0) }.map {
                .init(value: $0.value, label: $0.name(actor.language), isSelected: $0.value == selected)
            }, error: error)
    }

    /// Returns the chosen role, or the error of the choice. One of the tenant's own roles is locked until the
    /// transaction ends, so that it can be given.
    static func check(
        _ value: String, _ roles: [MemberRole], in tx: borrowing TenantTransaction, _ actor: Actor
    ) throws -> Result<MemberRole, Wrong> {
        guard let role = roles.first(where: { $0.value == value }),
            try role.id.map({ try tx.rows(RoleQueries.keep($0)).count == 1 }) ?? true
        else { return .failure(Wrong(error: LocalText(Strings.error_choice))) }
        return actor.mayGive(role) ? .success(role) : .failure(Wrong(error: LocalText(Strings.error_role_exceeds)))
    }

    struct Wrong: Error { var error: LocalText }
}
