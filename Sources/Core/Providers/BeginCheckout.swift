import Console
import HTML
import JSON
import Postgres
import Web

/// `POST /v1/users/{user}/checkouts`: begins a purchase. The response contains the link to which the app sends its
/// user.
struct BeginCheckout: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "beginCheckout", text: "Begins a user's purchase of a plan, and says where they pay",
        body: .record(
            [
                ("plan", .described(.pattern(CatalogueEntry.keyPattern), "The plan's key.")),
                ("period", .choice(BillingPeriod.allCases.map(\.rawValue))),
                ("currency", .described(.pattern("^[A-Z]{3}$"), "One in which the plan has a price for that period.")),
                ("provider", .choice(sellers.map(\.rawValue))),
                ("return_url", .described(.text(most: 500), "Where the user goes when they are done: https://…")),
            ], required: ["plan", "period", "currency"]),
        example: .object([
            ("plan", "premium"), ("period", "month"), ("currency", "EUR"),
            ("return_url", "https://app.example.org/done"),
        ]),
        answer: .object([
            ("id", .format("uuid")), ("url", .described(.format("uri"), "The page on which they pay, for a day.")),
            ("expires_at", .format("date-time")),
            ("currency", .pattern("^[A-Z]{3}$")),
            ("amount", .described(.integer(nil, otherwise: nil), "In minor units.")),
        ]), status: .created, mayBeMissing: true, isWrite: true)

    private static let sellers = Provider.allCases.filter(\.sellsHere)

    private let user: ID
    private let body: JSONText

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        user = try request.serviceID("user")
        body = try request.json(as: Self.summary.body ?? .string)
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        guard let row = try tx.first(UserQueries.lock(user)), try row.text("status") != "deleted" else {
            throw ServiceProblem.notFound
        }
        guard let shop = try tx.first(CurrentTenantQuery.current), try shop.bool("checkout_on"),
            let provider = try provider(in: tx, services)
        else {
            throw ServiceProblem.checkoutOff
        }
        let (plan, price, period) = try wanted(in: tx, from: provider)
        let key = try plan.text("key")
        let has = try tx.rows(SubscriptionQueries.current(of: user, zone: "UTC")).map { try Subscription($0) }
        let isHeld = has.contains {
            $0.key == key && $0.isHeld(at: caller.actor.now) && $0.provider != Subscription.manual
                && $0.state != .cancelled
        }
        if isHeld { throw ServiceProblem.subscribedAlready }
        let id = ID.make(at: caller.actor.now)
        try tx.execute(
            CheckoutQueries.add(
                id, tenant: tx.tenant, user: user, plan: plan.id("id"), version: plan.int("number"), key: key,
                period: period, price: price,
                provider: provider, returnURL: body["return_url"]?.text ?? "", now: caller.actor.now))
        let answer = JSONText.object([
            ("id", .string(id.description)),
            ("url", .string("\(services.address)\(Checkout.link(id, of: caller.actor.tenant.slug, services.keys))")),
            ("expires_at", .string(caller.actor.now.adding(seconds: Checkout.hours * 3600).iso)),
            ("currency", .string(price.currency.code)),
            ("amount", .int(price.minor)),
        ])
        return (
            ServiceResponse(answer, status: Self.summary.status),
            [
                AuditEvent(
                    .checkoutStarted, on: .user, user,
                    changes: [.init("plan", new: key), .init("price", new: price.code)])
            ]
        )
    }

    /// The named provider, or the one that is available: cards before the sandbox.
    private func provider(in tx: borrowing TenantTransaction, _ services: Services) throws -> Provider? {
        let named = body["provider"]?.text
        if let named, !Self.sellers.contains(where: { $0.rawValue == named }) {
            throw ServiceProblem.invalidBody([
                BodyFault("/provider", "One of \(Self.sellers.map(\.rawValue).joined(separator: ", ")).")
            ])
        }
        let open = try tx.rows(ProviderQueries.all).map { try ProviderSettings($0, tenant: tx.tenant, services.keys) }
            .filter {
                $0.isOn && $0.isWhole && $0.provider.sellsHere && (named == nil || $0.provider.rawValue == named)
            }
        return (open.first { $0.provider == .card } ?? open.first)?.provider
    }

    private func wanted(in tx: borrowing TenantTransaction, from provider: Provider) throws -> (
        Row, Money, BillingPeriod
    ) {
        var faults: [BodyFault] = []
        let (key, code) = (body["plan"]?.text ?? "", body["currency"]?.text ?? "")
        let period = body["period"]?.text.flatMap { BillingPeriod(rawValue: $0) }
        if period == nil {
            faults.append(
                BodyFault("/period", "One of \(BillingPeriod.allCases.map(\.rawValue).joined(separator: ", "))."))
        }
        let back = body["return_url"]?.text ?? ""
        if !back.isEmpty, back.columnLength > 500 || Link(externalHTTPS: back) == nil {
            faults.append(BodyFault("/return_url", "An address with https://, of at most 500 characters."))
        }
        let row = try tx.rows(SubscriptionQueries.plans).first { try $0.text("key") == key }
        if row == nil { faults.append(BodyFault("/plan", "There is no published plan with this key.")) }
        var price: Money?
        if let row, let period {
            let content = Plan(Content(json: try row.text("content")))
            price = Currency(code).flatMap { content.price(period, $0) }
            if price == nil {
                faults.append(BodyFault("/currency", "The plan has no price in this currency for this period."))
            } else if provider == .card, let price, CardMoney.write(price) == nil {
                faults.append(
                    BodyFault("/currency", "This price can't be paid by card exactly: the currency has no such part."))
            }
        }
        guard faults.isEmpty, let row, let price, let period else { throw ServiceProblem.invalidBody(faults) }
        return (row, price, period)
    }
}
