import Console
import HTML
import Postgres
import Templates
import Web

/// The matches of a text among everything that this admin may open from here.
struct Finding: Sendable {
    /// The most matches of each sort; the lists show more.
    private static let most = 6
    let text: String

    init(_ request: WebRequest) { text = String((request.query.trimmed("q") ?? "").prefix(100)).trimmingSpaces }

    /// Groups without a match are left out. Without a text, it returns the available pages and actions.
    func groups(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> [FindGroup] {
        let users = try users(in: tx, by: actor)
        let payments = try payments(in: tx, by: actor)
        let tenants = try tenants(in: tx, by: actor)
        let named = try named(in: tx, by: actor, services)
        var people = try users?.rows().map { try Self.user($0, actor) } ?? []
        let acts = try acts(in: tx, by: actor, takesNear: people.isEmpty)
        let words = SearchedWords(text)
        if users != nil, people.isEmpty || words.isNumber {
            let found = try referred(in: tx, by: actor, services)
            let others = people.filter { person in !found.contains { $0.link == person.link } }
            people = Array((found + others).prefix(Self.most))
        }
        if users != nil, people.isEmpty {
            people = try shown(UserSearch.nearest(words, most: Self.most, in: tx), in: tx, by: actor)
        }
        services.readings.note(actor, filter: [(name: "q", value: "")], rows: people.count)
        var groups = [
            FindGroup(LocalText(Strings.find_acts), acts),
            FindGroup(LocalText(Strings.find_users), people),
            FindGroup(
                LocalText(Strings.payments_title), try payments?.rows().map { try Self.payment($0, actor) } ?? []),
        ]
        for (source, found) in named {
            groups.append(
                FindGroup(LocalText(source.title), try found.rows().map { try Self.item($0, of: source, actor) }))
        }
        groups += [
            FindGroup(LocalText(Strings.find_pages), pages(actor, services)),
            FindGroup(LocalText(Strings.find_actions), actions(actor, services)),
            FindGroup(LocalText(Strings.find_guide), tasks(actor, services)),
            FindGroup(
                LocalText(Strings.find_tenants), try tenants?.rows().map { try Self.tenant($0, services, actor) } ?? []),
        ]
        return groups.filter { !$0.items.isEmpty }
    }

    private func users(in tx: borrowing TenantTransaction, by actor: Actor) throws -> Connection.Pending? {
        guard !text.isEmpty, actor.may(.seeUsers) else { return nil }
        let filter = UserFilter(Query([(name: "q", value: text)]))
        return try tx.send(UserQueries.some(filter.words, id: filter.searchedID, most: Self.most))
    }

    /// `takesNear`: the whole text matches no user, so if no user has the name after the verb, users with a similar
    /// name are taken.
    private func acts(in tx: borrowing TenantTransaction, by actor: Actor, takesNear: Bool) throws -> [FindItem] {
        guard actor.may(.seeUsers), let acts = FindingActs(text, for: actor) else {
            return []
        }
        var users = try tx.rows(UserQueries.some(acts.words, id: nil, most: Self.most))
        if users.count == 0, takesNear {
            users = try tx.rows(
                UserQueries.some(among: UserSearch.nearest(acts.words, most: Self.most, in: tx)))
        }
        return try acts.items(users, in: tx, by: actor)
    }

    /// Payments by their reference, its beginning or their id, which is the last word: "open payment pi_…".
    private func payments(in tx: borrowing TenantTransaction, by actor: Actor) throws -> Connection.Pending? {
        guard actor.may(.seeUsers), let last = SearchedWords(text).all.last,
            let reference = SearchedWords(last).reference ?? CardDigits.searched(text)
        else { return nil }
        return try tx.send(PaymentQueries.named(reference, card: CardDigits.searched(text), most: Self.most))
    }

    private static func payment(_ row: Row, _ actor: Actor) throws -> FindItem {
        let sum = Money(try row.int("amount"), Currency(stored: try row.text("currency")))
        return FindItem(
            sum.words(actor.language),
            hint: [CardDigits.shown(try row.text("last4")), try row.text("reference")].filter { !$0.isEmpty }.joined(
                in: actor.language), icon: "plan",
            link: SubscriptionPageMaker.link(try row.id("user_id"), actor))
    }

    /// Users who are found by a reference in the text.
    private func referred(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [FindItem]
    {
        let filter = UserFilter(Query([(name: "q", value: text)]))
        let ids = try UserSearch.referred(filter, isAny: true, in: tx, of: actor.tenant, services)?.ids ?? []
        return try shown(ids, in: tx, by: actor)
    }

    private func shown(_ ids: [ID], in tx: borrowing TenantTransaction, by actor: Actor) throws -> [FindItem] {
        ids.isEmpty
            ? [] : try tx.rows(UserQueries.some(among: Array(ids.prefix(Self.most)))).map { try Self.user($0, actor) }
    }

    private func tenants(in tx: borrowing TenantTransaction, by actor: Actor) throws -> Connection.Pending? {
        guard !text.isEmpty, let admin = actor.id else { return nil }
        return try tx.send(TenantQueriesAcrossTenants.ofAdmin(admin, search: text, after: nil, limit: Self.most))
    }

    /// What features find by its name.
    private func named(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [(FindSource, Connection.Pending)]
    {
        let words = SearchedWords(text).all
        guard !words.isEmpty, !actor.tenant.isInstallation else { return [] }
        return try services.declarations.findSources.filter {
            $0.place.includes(actor.tenant) && actor.may($0.value.needs)
        }
        .map { ($0.value, try tx.send($0.value.query(words, Self.most))) }
    }

    private static func item(_ row: Row, of source: FindSource, _ actor: Actor) throws -> FindItem {
        let path = try row.text("path").split(separator: "?", maxSplits: 1).map { String($0) }
        let page = actor.link(path.first ?? "")
        return FindItem(
            try row.text("label"), hint: try row.text("hint"), icon: source.icon,
            link: path.count > 1 ? page.with(encodedQuery: path[1]) : page)
    }

    private func pages(_ actor: Actor, _ services: Services) -> [FindItem] {
        guard !actor.tenant.isInstallation else { return [] }
        return actor.entries(services).filter { fits($0.label, actor) }.map { entry in
            FindItem(entry.label.resolve(in: actor.language), hint: "", icon: entry.icon, link: actor.link(entry))
        }
    }

    private func actions(_ actor: Actor, _ services: Services) -> [FindItem] {
        services.declarations.shortcuts.compactMap { shortcut in
            let link: Link
            switch shortcut.target {
            case .tenant(let path, let permission):
                guard !actor.tenant.isInstallation, actor.may(permission), shortcut.place.includes(actor.tenant) else {
                    return nil
                }
                link = actor.link(path)
            case .signedIn(let address): link = address
            case .operators(let address):
                guard actor.isOperator else { return nil }
                link = address
            }
            guard fits(shortcut.label, actor), shortcut.page == nil || !text.isEmpty else { return nil }
            return FindItem(
                shortcut.label.resolve(in: actor.language), hint: shortcut.page?.resolve(in: actor.language) ?? "",
                icon: shortcut.icon, link: shortcut.fragment.map { link.with(fragment: $0) } ?? link)
        }
    }

    /// The guide's answers to "how do I …?", by their titles: those that the actor may act on. Two letters are in the
    /// titles of too many.
    private func tasks(_ actor: Actor, _ services: Services) -> [FindItem] {
        guard text.count > 2 else { return [] }
        return services.declarations.tasks.lazy.filter { fits($0.task.title, actor) && $0.mayBeDone(by: actor) }
            .prefix(Self.most).map { declared in
                FindItem(
                    declared.task.title.resolve(in: actor.language), hint: "", icon: "note",
                    link: actor.guideLink(declared.topic).with(fragment: declared.anchor))
            }
    }

    /// True if the label contains every word of the text, in the reader's language or in English, which is the language
    /// of the docs.
    private func fits(_ label: StringKey, _ actor: Actor) -> Bool {
        let words = text.folded.split(separator: " ")
        return [actor.language, .en].contains { language in
            let label = label.resolve(in: language).folded
            return words.allSatisfy { label.contains($0) }
        }
    }

    private static func user(_ row: Row, _ actor: Actor) throws -> FindItem {
        let name = try row.text("name")
        let email = try row.text("email")
        let link = Link("/t/\(actor.tenant.slug)/users/\(try row.id("id"))")
        return FindItem(
            UserName.shown(name, email, actor.language), hint: UserName.detail(name, email) ?? "", icon: "person",
            link: link)
    }

    private static func tenant(_ row: Row, _ services: Services, _ actor: Actor) throws -> FindItem {
        let kind = services.kindLabel(try row.text("kind")).resolve(in: actor.language)
        let slug = try row.text("slug")
        let image = try row.idOrNil("icon_id").map { Tenant.image($0, slug: slug) }
        return FindItem(try row.text("name"), hint: kind, icon: "tenants", link: Link("/t/\(slug)"), image: image)
    }
}
