import Console
import Core
import HTML
import Postgres
import Templates
import Web

/// Groups of sponsors in the order in which apps show them. The catalogue has their names, icons and order; this feature stores the members.
struct ShowSponsorGroups: Viewing {
    static let path = "fitness-groups"

    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let here = actor.link(Self.path)
        let groups = try tx.rows(SponsorQueries.groups(language: actor.language)).map { row in
            let count = try row.int("members")
            return SponsorGroupsPage.Group(
                name: try row.text("name"),
                picture: try row.idOrNil("image_id").map { "\(actor.link("images"))/\($0)" },
                members: Strings.fitness_members(count: count), link: "\(here)/\(try row.id("id"))")
        }
        return SponsorGroupsPage(
            frame: actor.frame(LocalText(Strings.fitness_groups), services, current: Self.path), groups: groups,
            add: actor.may(.editCatalogue) ? "\(actor.link(Categories.catalogue.path))/new" : nil)
    }
}

/// One group with its members.
struct ShowSponsorGroup: Viewing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("sponsorgroup") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let page = try SponsorGroupPageMaker(id).page(in: tx, by: actor, services)
        services.readings.note(actor, filter: [("list", ShowSponsorGroups.path)], rows: page.members.count)
        return page
    }
}

struct SponsorGroupPageMaker {
    static let mostShown = 200

    private let id: ID
    private let typed: String
    private let error: LocalText?
    /// The key of the group that the sponsor whose e-mail was typed would leave.
    private let leaving: String?

    init(_ id: ID, typed: String = "", error: LocalText? = nil, leaving: String? = nil) {
        (self.id, self.typed, self.error, self.leaving) = (id, typed, error, leaving)
    }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> SponsorGroupPage {
        let one = try tx.send(SponsorQueries.group(id, language: actor.language))
        let all = try tx.send(SponsorQueries.members(of: id, limit: Self.mostShown))
        guard let row = try one.rows().first else { throw Refusal.notFound }
        let groups = actor.link(ShowSponsorGroups.path)
        let (here, sponsors): (Link, Link) = ("\(groups)/\(id)", actor.link(to: SponsorList.list))
        let mayEdit = actor.may(.editFitness)
        let (name, key) = (try row.text("name"), try row.text("key"))
        return SponsorGroupPage(
            frame: actor.frame(
                name, services, current: ShowSponsorGroups.path, crumb: (LocalText(Strings.fitness_groups), groups)),
            name: name, picture: try row.idOrNil("image_id").map { "\(actor.link("images"))/\($0)" },
            catalogue: actor.may(.seeCatalogue) ? "\(actor.link(Categories.catalogue.path))/\(id)" : nil,
            add: try mayEdit && !row.bool("is_retired")
                ? .init(
                    action: "\(here)/members",
                    email: Field(
                        "email", label: LocalText(Strings.fitness_member_email), value: typed, type: "email",
                        error: error, isRequired: true, isLatin: true),
                    leaving: leaving.map { HiddenValue("leaving", $0) },
                    button: LocalText(leaving == nil ? Strings.fitness_member_add : Strings.fitness_member_move)) : nil,
            members: try all.rows().map { row in
                let (user, name, email) = (try row.id("id"), try row.text("name"), try row.text("email"))
                return .init(
                    name: UserName.shown(name, email, actor.language), link: "\(sponsors)/\(user)",
                    removal: mayEdit ? "\(here)/members/\(user)/removal" : nil)
            },
            all: sponsors.with(query: [("group", key)]))
    }
}

/// Puts a sponsor, found by e-mail, into a group. A sponsor who is in another group leaves that one, once the admin has seen which it is.
struct AddGroupMember: Changing {
    let id: ID
    let email: String
    /// The key of the group that the admin was told of.
    let leaving: String?

    init(_ request: WebRequest) throws {
        id = try request.id("sponsorgroup")
        email = request.form.trimmed("email") ?? ""
        leaving = request.form["leaving"]
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let group = try tx.first(SponsorQueries.group(id, language: actor.language)),
            try !group.bool("is_retired")
        else { throw Refusal.notFound }
        guard let user = try tx.first(SponsorQueries.sponsor(email))?.id("id") else {
            throw Refusal.form(
                try SponsorGroupPageMaker(id, typed: email, error: LocalText(Strings.fitness_member_unknown))
                    .page(in: tx, by: actor, services))
        }
        try Membership.lock(user, in: tx)
        if let other = try tx.first(SponsorQueries.membership(of: user, language: actor.language)) {
            let key = try other.text("key")
            if try key != group.text("key"), key != leaving {
                let question = Strings.fitness_member_elsewhere(group: try other.text("name"))
                throw Refusal.form(
                    try SponsorGroupPageMaker(id, typed: email, error: question, leaving: key)
                        .page(in: tx, by: actor, services))
            }
        }
        let event = try Membership.change(user, to: (id, try group.text("key")), in: tx, by: actor)
        return Change(
            event, next: .to("\(actor.link(ShowSponsorGroups.path))/\(id)", flash: Strings.fitness_member_added))
    }
}

struct RemoveGroupMember: Changing {
    let id: ID
    let user: ID

    init(_ request: WebRequest) throws {
        id = try request.id("sponsorgroup")
        user = try request.id("groupmember")
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try Membership.lock(user, in: tx)
        guard let group = try tx.first(SponsorQueries.group(id, language: actor.language)),
            try tx.first(SponsorQueries.membership(of: user))?.text("key") == group.text("key")
        else { throw Refusal.notFound }
        return Change(
            try Membership.change(user, to: nil, in: tx, by: actor),
            next: .to("\(actor.link(ShowSponsorGroups.path))/\(id)", flash: Strings.fitness_member_removed))
    }
}

/// Chooses a sponsor's group on the sponsor's page, or none.
struct SetSponsorGroup: Changing {
    let id: ID
    let group: ID?
    /// The group, or empty for none, that the page showed; nil: the form does not say it, so it is no page's own.
    private let was: String?

    init(_ request: WebRequest) throws {
        id = try request.id("sponsor")
        was = request.form["was_group"]
        let chosen = request.form["group"] ?? ""
        group = ID(chosen)
        if group == nil, !chosen.isEmpty { throw Refusal.notFound }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard try tx.first(SponsorQueries.isThere(id)) != nil else { throw Refusal.notFound }
        try Membership.lock(id, in: tx)
        try check(in: tx, by: actor, services)
        var chosen: (ID, String)?
        if let group {
            guard let row = try tx.first(SponsorQueries.group(group, language: actor.language)) else {
                throw Refusal.notFound
            }
            chosen = (group, try row.text("key"))
        }
        return Change(
            try Membership.change(id, to: chosen, in: tx, by: actor),
            next: .to("\(actor.link(to: SponsorList.list))/\(id)", flash: Strings.fitness_group_saved))
    }
}

extension SetSponsorGroup {
    /// Shows both choices, if another admin has chosen since the page was made. A sponsor is in one group, so the group itself is the version.
    private func check(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        let stored = try tx.first(SponsorQueries.membership(of: id, language: actor.language))
        let (theirs, yours) = (try stored?.id("group_id").description ?? "", group?.description ?? "")
        guard was != theirs, yours != theirs else { return }
        let none = LocalText(Strings.fitness_group_none).resolve(in: actor.language)
        let typed = try group.map {
            try tx.first(SponsorQueries.group($0, language: actor.language))?.text("name") ?? none
        }
        let note = MergeNote(
            label: LocalText(Strings.fitness_group), theirs: try stored?.text("name") ?? none, yours: typed ?? none,
            isKept: false)
        let back = FormBack(
            form: "group", typed: ["group": yours], errors: [:],
            conflict: Conflict(title: LocalText(Strings.fitness_group_changed), notes: [note]))
        throw Refusal.changed(try SponsorPageMaker(id, refused: back).page(in: tx, by: actor, services))
    }
}

enum Membership {
    /// Locks the sponsor, so that two admins choose a group one after the other.
    static func lock(_ user: ID, in tx: borrowing TenantTransaction) throws {
        try tx.execute(GoalQueries.lockRecipient(user))
    }

    static func change(
        _ user: ID, to group: (id: ID, key: String)?, in tx: borrowing TenantTransaction, by actor: Actor
    )
        throws -> AuditEvent
    {
        let old = try tx.first(SponsorQueries.membership(of: user))?.text("key")
        if let group {
            try tx.execute(SponsorQueries.join(user, group.id, tenant: tx.tenant, now: actor.now))
        } else {
            try tx.execute(SponsorQueries.leave(user))
        }
        return AuditEvent(
            .sponsorGrouped, on: .sponsor, user, subject: user,
            changes: old == group?.key ? [] : [.init("group", old: old, new: group?.key)])
    }
}
