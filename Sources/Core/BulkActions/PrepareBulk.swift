import Console
import HTML
import Postgres
import Templates
import Web

/// Defines the users: those who were ticked, or all who match the list's filter. No user is changed yet.
struct PrepareBulk<Act: BulkActRoute>: Changing {
    static func isList(_ field: String) -> Bool { field == "user" }

    private let choice: BulkChoice
    private let now: Timestamp

    init(_ request: WebRequest) throws {
        choice = BulkChoice(request.form, act: Act.act)
        now = request.now
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let plans = Act.act == .plan ? try tx.rows(SubscriptionQueries.plans).map { try $0.text("key") } : []
        if let error = choice.error(for: Act.act, plans, actor, services) {
            throw try refusal(error, in: tx, by: actor, services)
        }
        let id = ID.make(at: actor.now)
        let filter = choice.isAll ? choice.filter.encoded : nil
        try tx.execute(
            BulkActionQueries.add(
                id, tenant: tx.tenant, Act.act, value: choice.value,
                filter: filter.map { filter in try BulkAction.sealed(filter, of: id, tenant: tx.tenant, services.keys)
                }, by: actor,
                expiresAt: actor.now.adding(seconds: Int64(BulkAction.days) * 86_400)))
        let hasMore = try gather(id, in: tx, by: actor, services)
        let bulk = try BulkAction.one(id, in: tx, services)
        if bulk.total == 0 { throw try refusal(Strings.bulk_nobody, in: tx, by: actor, services) }
        if hasMore { try Jobs.add(BulkWork(tenant: tx.tenant, id: id), in: tx, by: actor, services) }
        let narrowing = choice.isAll ? [AuditEvent.Change("filter", new: ExportRecord.words(choice.filter.query))] : []
        return Change(
            AuditEvent(
                .bulkPrepared, on: .bulk, id,
                changes: bulk.changes(hasMore ? [] : [.due, .already, .unfit]) + narrowing),
            next: .to("\(actor.link("users"))/bulk/\(id)"))
    }

    /// Gathers the first ten thousand at once, which is everybody in most cases; or all ticked users, however many.
    /// Returns true if a job must continue.
    private func gather(_ id: ID, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> Bool
    {
        func batch() throws -> BulkBatch {
            BulkBatch(try BulkAction.one(id, in: tx, services), by: actor, services)
        }
        if choice.isAll { return try batch().gather(in: tx) }
        while try batch().gather(["users.id = any(\(choice.users))"], in: tx) {}
        return false
    }

    /// Shows the list again, with the ticked users and the error.
    private func refusal(
        _ error: StringKey, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Refusal {
        var list = ListUsers(choice.filter, now: now)
        list.bulk = choice
        list.bulk.error = LocalText(error)
        let round = AuthenticationRound(tx.connection, likelyTenant: tx.tenant)
        return .form(try list.answer(try list.prefetch(round, services), in: tx, by: actor, services))
    }
}

/// The choice in the list's form: the users, and what they get.
struct BulkChoice: Sendable {
    var filter: UserFilter
    /// All users who match the filter, beyond the page.
    var isAll = false
    var users: [ID] = []
    var value = ""
    /// The reason why it could not be prepared.
    var error: LocalText?

    /// An empty choice.
    init(_ filter: UserFilter) { self.filter = filter }

    init(_ form: Query, act: BulkAct) {
        filter = UserFilter(encoded: form["filter"] ?? "")
        isAll = form["all"] != nil
        users = Set(form.items.filter { $0.name == "user" }.compactMap { ID($0.value) }).sorted()
        if act == .plan || act == .role { value = form["to-\(act.rawValue)"] ?? "" }
    }

    func error(for act: BulkAct, _ plans: [String], _ actor: Actor, _ services: Services) -> StringKey? {
        if let choices = act.choices(plans, actor, services), !choices.contains(where: { $0.value == value }) {
            return Strings.error_choice
        }
        return isAll || !users.isEmpty ? nil : Strings.bulk_nobody_chosen
    }

    /// Returns the actions that the admin may do from the list; nil if there are none.
    func bar(_ count: LocalText, _ plans: [String], _ actor: Actor, _ services: Services) -> BulkBar? {
        let may = BulkAct.allCases.filter { actor.may($0.permission) && ($0 != .plan || !plans.isEmpty) }
        guard let first = may.first else { return nil }
        let here: Link = "\(actor.link("users"))/bulk"
        let key = BulkActsKey(
            slug: actor.tenant.slug, kind: actor.tenant.kind, acts: may, plans: plans, value: value,
            language: actor.language)
        return BulkBar(
            action: "\(here)/\(first.rawValue)", csrf: actor.session?.csrf ?? "", filter: filter.encoded, count: count,
            isAll: isAll,
            acts: services.bulkActs.part(key, in: actor.language) {
                BulkActs(acts: may.map { part($0, here, plans, actor, services) })
            }, error: error,
            past: here)
    }

    /// The cache key of the actions under a list: everything on which they depend.
    struct BulkActsKey: Hashable, Weighed {
        var slug: String
        var kind: String
        var acts: [BulkAct]
        var plans: [String]
        var value: String
        var language: Language

        var weight: Int { 64 + slug.weight + kind.weight + value.weight + acts.count }
    }

    private func part(_ act: BulkAct, _ here: Link, _ plans: [String], _ actor: Actor, _ services: Services)
        -> BulkActs.Act
    {
        BulkActs.Act(
            label: LocalText(act.label), link: "\(here)/\(act.rawValue)",
            choice: act.choices(plans, actor, services).map { choices in
                Choice(
                    "to-\(act.rawValue)", label: LocalText(act == .plan ? Strings.user_plan : Strings.user_role),
                    options: choices.map { .init(value: $0.value, label: $0.words, isSelected: $0.value == value) })
            },
            isDanger: act == .deletion)
    }
}
