import Console
import HTML
import Postgres
import Templates
import Web

/// The subscribers of each version of a plan, and the effect of moving them to the newest.
struct ShowSubscribers: Viewing {
    let plan: ID
    let from: Int

    init(_ request: WebRequest) throws {
        plan = try request.id("entry")
        from = request.query["from"].flatMap { Int($0) } ?? 0
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try SubscribersPageMaker(plan: plan, from: from).page(in: tx, by: actor, services)
    }
}

struct SubscribersPageMaker {
    var plan: ID
    /// 0 means all older versions.
    var from: Int
    var notice: LocalText?

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> SubscribersPage {
        let entry = try CatalogueEntry.read(plan, of: Plans.catalogue, in: tx, by: actor)
        let holders = try tx.rows(MoveQueries.holders(of: plan)).map { try MoveEffect.Holders($0) }
        let moves = try tx.rows(MoveQueries.latest(of: plan, zone: actor.tenant.zone)).map { try PlanMove($0) }
        let base: Link = "\(actor.link(Plans.catalogue.path))/\(plan)"
        let name = Plans.catalogue.entryName(entry.live?.content ?? entry.newest, actor.tenant.languages)
        var frame = actor.frame(
            LocalText(Strings.subscribers_title), services, current: Plans.catalogue.path,
            crumb: (Strings.catalogue_named(name: name), base))
        if let notice { frame.flash = Flash(warning: notice) }
        let versions = Set(holders.map(\.version)).sorted(by: >)
        let number = NumberStyle(actor.language)
        let isMoving = moves.contains { $0.state == .running }
        return SubscribersPage(
            frame: frame, name: name,
            rows: versions.map { version in
                let all = holders.filter { $0.version == version }
                return .init(
                    version: number.integer(version), isLive: version == entry.live?.number,
                    count: number.integer(all.reduce(0) { $0 + $1.count }),
                    revenue: monthly(all.map { ($0.price.currency, $0.yearly) }, actor.language),
                    move: version == entry.live?.number || versions.count < 2
                        ? nil : ("\(base)/subscribers" as Link).with(query: [("from", String(version))]))
            },
            effect: isMoving ? nil : try effect(entry, holders, base, in: tx, actor),
            moves: moves.map { move in
                .init(
                    when: DateStyle(actor.language).dateTime(move.begun), link: "\(base)/moves/\(move.id)",
                    state: move.state.badge,
                    by: move.requester.name, moved: number.integer(move.moved))
            })
    }

    private func effect(
        _ entry: CatalogueEntry, _ holders: [MoveEffect.Holders], _ base: Link, in tx: borrowing TenantTransaction,
        _ actor: Actor
    ) throws -> SubscribersPage.Effect? {
        guard let live = entry.live else { return nil }
        let plans = Dictionary(entry.versions.map { ($0.number, Plan($0.content)) }) { kept, _ in kept }
        let target = Plan(live.content)
        let effect = MoveEffect(holders, plans: plans, from: from, to: target, version: live.number)
        guard effect.moved + effect.kept > 0 else { return nil }
        let (language, tag) = (actor.language, actor.language.rawValue)
        return .init(
            title: from == 0
                ? Strings.move_title_all(version: live.number)
                : Strings.move_title_one(from: from, version: live.number),
            moved: Strings.move_moves(count: effect.moved),
            kept: effect.kept > 0 ? Strings.move_keeps(count: effect.kept) : nil,
            paysOld: effect.paysOld > 0 ? Strings.move_provider_price(count: effect.paysOld) : nil,
            differences: effect.differences.map { one in
                let label = target.label(of: one.key, tag, actor.tenant.languages)
                return .init(
                    label: label != one.key
                        ? label
                        : plans.values.lazy.map { $0.label(of: one.key, tag, actor.tenant.languages) }.first {
                            $0 != one.key
                        } ?? label,
                    side: one.side.badge, old: one.old?.words(language) ?? "—", new: one.new?.words(language) ?? "—",
                    count: NumberStyle(language).integer(one.count))
            },
            before: monthly(effect.before.map { ($0.key, $0.value) }, language),
            after: monthly(effect.after.map { ($0.key, $0.value) }, language),
            action: actor.may(.manageSubscriptions) && effect.moved > 0 ? "\(base)/moves" : nil,
            csrf: actor.session?.csrf ?? "",
            hidden: [HiddenValue("from", String(from)), HiddenValue("to", String(live.number))])
    }

    /// The monthly revenue by currency; a dash if there is none.
    private func monthly(_ yearly: [(Currency, Int)], _ language: Language) -> String {
        let sums = Dictionary(yearly.map { ($0.0, $0.1) }, uniquingKeysWith: +).filter { $0.value > 0 }
        guard !sums.isEmpty else { return "—" }
        return sums.sorted { $0.key.code < $1.key.code }.map { Money($0.value, $0.key).ofAMonth.words(language) }
            .joined(separator: " + ")
    }
}

extension MoveEffect.Difference.Side {
    var badge: StatusBadge {
        switch self {
        case .gain: StatusBadge(LocalText(Strings.move_gain), tone: .good)
        case .loss: StatusBadge(LocalText(Strings.move_loss), tone: .bad)
        case .change: StatusBadge(LocalText(Strings.move_change), tone: .warn)
        }
    }
}
