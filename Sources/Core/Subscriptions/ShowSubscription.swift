import Console
import HTML
import Postgres
import Templates
import Web

/// A user's subscriptions and payments, and the possible actions. It records the reading.
struct ShowSubscription: Viewing {
    let user: ID

    init(_ request: WebRequest) throws { user = try request.id("user") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (any Page, AuditEvent)
    {
        (
            try SubscriptionPageMaker(user: user).page(in: tx, by: actor, services),
            AuditEvent(.userViewed, on: .user, user)
        )
    }
}

struct SubscriptionPageMaker {
    static let payments = 100

    var user: ID
    /// The typed values of a refused form.
    var typed = Query()
    /// By the form's name and the field's: `grant-days`.
    var errors: [String: LocalText] = [:]
    /// The notice at the top, if the page is the response to a request that failed.
    var notice: LocalText?

    static func link(_ user: ID, _ actor: Actor) -> Link { "\(actor.link("users"))/\(user)/subscription" }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> SubscriptionPage {
        let zone = actor.tenant.zone
        let one = try tx.send(UserQueries.one(user, zone: zone))
        let all = try tx.send(SubscriptionQueries.all(of: user, zone: zone))
        let paid = try tx.send(PaymentQueries.all(of: user, zone: zone, limit: Self.payments))
        let asked = try tx.send(RefundQueries.all(of: user))
        let requested = try tx.send(RefundRequests.about(user))
        let plans = try tx.send(SubscriptionQueries.plans)
        guard let row = try one.rows().first else { throw Refusal.notFound }
        let subscriptions = try all.rows().map { try Subscription($0) }
        let requests = try RefundRequests(requested.rows(), at: actor.now)
        let payments = try Payment.rows(
            paid.rows(), asked: asked.rows(), requests: requests, of: user, by: actor)
        let offered = try plans.rows().map {
            (key: try $0.text("key"), plan: Plan(Content(json: try $0.text("content"))))
        }
        let name = UserName.shown(try row.text("name"), try row.text("email"), actor.language)
        let users = actor.link("users")
        var frame = actor.frame(
            LocalText(Strings.subscription_title), services, current: "users",
            crumb: (LocalText(Strings.menu_users), users))
        if let notice { frame.flash = Flash(warning: notice) }
        let running = subscriptions.filter { !$0.state.isOver }
        let current = running.first { !$0.isItem } ?? running.first
        let mayChange = try actor.may(.manageSubscriptions) && row.text("status") != "deleted"
        let forms = SubscriptionForms(user: user, typed: typed, errors: errors, actor: actor)
        return SubscriptionPage(
            frame: frame, name: name, user: "\(users)/\(user)", state: current?.state.badge,
            facts: current.map { SubscriptionWords.facts($0, actor) } ?? [],
            forms: mayChange ? try forms.all(current, subscriptions, offered, in: tx) : [],
            resume: mayChange && current.map { $0.state == .cancelled && $0.isHeld(at: actor.now) } ?? false
                ? forms.resume(current?.id) : nil,
            others: [
                OtherSubscriptions(
                    title: LocalText(Strings.subscription_besides),
                    rows: running.filter { $0.id != current?.id }.map { SubscriptionWords.row($0, actor) }),
                OtherSubscriptions(
                    title: LocalText(Strings.subscription_earlier),
                    rows: subscriptions.filter { $0.state.isOver }.map { SubscriptionWords.row($0, actor) }),
            ],
            payments: payments)
    }
}

enum SubscriptionWords {
    static func facts(_ held: Subscription, _ actor: Actor) -> [Fact] {
        let (language, style) = (actor.language, DateStyle(actor.language))
        var facts = [
            Fact(LocalText(Strings.user_plan), name(held, actor)),
            Fact(LocalText(Strings.catalogue_version), NumberStyle(language).integer(held.version)),
            Fact(LocalText(Strings.subscription_price), held.priceWords(language)),
            Fact(LocalText(Strings.payment_provider), PaymentWords.provider(held.provider, language)),
            Fact(LocalText(Strings.subscription_since), style.dateTime(held.started)),
            Fact(
                LocalText(Strings.subscription_until),
                held.ends.map { style.dateTime($0) } ?? LocalText(Strings.subscription_for_good).resolve(in: language)),
        ]
        if held.isTest {
            facts.append(
                Fact(LocalText(Strings.payment_test), TestMark.badge(true).text.resolve(in: language)))
        }
        facts += held.content.entitlements.map { one in
            Fact(
                Strings.catalogue_named(
                    name: held.content.label(of: one.key, language.rawValue, actor.tenant.languages)),
                one.value.words(language))
        }
        return facts
    }

    /// The present subscription, and its next charge.
    static func line(_ held: Subscription, _ actor: Actor) -> LocalText {
        let (plan, price) = (name(held, actor), held.priceWords(actor.language))
        guard let ends = held.ends else { return Strings.subscription_line_for_good(plan: plan) }
        let date = DateStyle(actor.language).date(ends)
        switch held.state {
        case .active where held.provider != Subscription.manual && held.period != .once:
            return Strings.subscription_line_renews(plan: plan, price: price, date: date)
        case .trial where held.provider != Subscription.manual:
            return Strings.subscription_line_trial(plan: plan, price: price, date: date)
        case .pastDue: return Strings.subscription_line_past_due(plan: plan, price: price, date: date)
        default: return Strings.subscription_line_ends(plan: plan, date: date)
        }
    }

    static func row(_ held: Subscription, _ actor: Actor) -> OtherSubscription {
        let style = DateStyle(actor.language)
        return OtherSubscription(
            plan: name(held, actor), state: held.state.badge, price: held.priceWords(actor.language),
            from: style.date(held.started),
            until: (held.ended ?? held.ends).map { style.date($0) }
                ?? LocalText(Strings.subscription_for_good).resolve(in: actor.language))
    }

    static func name(_ held: Subscription, _ actor: Actor) -> String {
        let name = held.content.name(actor.language.rawValue, actor.tenant.languages)
        return name.isEmpty ? held.key : name
    }
}
