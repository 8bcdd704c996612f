import Console
import HTML
import HTTPTypes
import Logging
import Postgres
import Secrets
import Templates
import Web

/// The page on which a user pays. Its address is the only credential; the page shows nothing about the user.
enum HostedCheckout {
    private struct Found: Sendable {
        var checkout: Checkout
        var tenant: Tenant
        var settings: ProviderSettings?
    }

    @Sendable static func show(_ request: WebRequest, _ place: Place, _ services: Services) async
        -> WebResponse
    {
        await withCheckout(request, place, services) { found in page(found, request, services) }
    }

    /// The buyer's decision: `pay`, and in the sandbox also `decline`.
    @Sendable static func submit(_ request: WebRequest, _ place: Place, _ services: Services) async
        -> WebResponse
    {
        await withCheckout(request, place, services) { found in
            guard OpenPages.isGenuine(request, services) else {
                return page(found, request, services, message: Strings.sign_in_expired, status: .forbidden)
            }
            guard found.checkout.isOpen(at: request.now), let settings = found.settings, settings.isOn,
                settings.isWhole,
                found.tenant.services.contains(.checkout)
            else { return page(found, request, services, message: Strings.shop_closed, status: .conflict) }
            switch found.checkout.provider {
            case .card: return await toCards(found, settings, request, services)
            default: return try await inSandbox(found, request, services)
            }
        }
    }

    private static func withCheckout(
        _ request: WebRequest, _ place: Place, _ services: Services, _ body: (Found) async throws -> WebResponse
    ) async -> WebResponse {
        do {
            guard let id = Checkout.id(request.parameters["checkout"] ?? "", services.keys) else {
                return gone(request, services)
            }
            let found: Found? = try await services.database.perform(for: services.holders(request)) { connection in
                try find(id, request.parameters["tenant"] ?? "", in: place, on: connection, services)
            }
            guard let found else { return gone(request, services) }
            return try await body(found)
        } catch {
            return Console.failure(error, request, services)
        }
    }

    private static func find(
        _ id: ID, _ slug: String, in place: Place, on connection: Connection, _ services: Services
    ) throws -> Found? {
        guard let tenant = try Shop.tenant(slug, in: place, on: connection) else { return nil }
        return try connection.inTenant(tenant.id, .readOnly) { tx in
            guard let row = try tx.first(CheckoutQueries.one(id)) else { return nil }
            let checkout = try Checkout(row, tenant: tenant.id)
            let settings = try tx.first(ProviderQueries.one(checkout.provider)).map {
                try ProviderSettings($0, tenant: tx.tenant, services.keys)
            }
            return Found(checkout: checkout, tenant: tenant, settings: settings)
        }
    }

    // MARK: Paying

    private static func toCards(
        _ found: Found, _ settings: ProviderSettings, _ request: WebRequest, _ services: Services
    ) async -> WebResponse {
        let checkout = found.checkout
        let here = "\(services.address)\(Checkout.link(checkout.id, of: found.tenant.slug, services.keys))"
        do {
            let url = try await services.providers.card.begin(
                checkout, name: checkout.content.name(OpenPages.language(of: request).rawValue, found.tenant.languages),
                trialDays: checkout.trialDays, page: here, secretKey: settings["secret_key"])
            guard let link = Link(externalHTTPS: url) ?? Link(loopback: url) else { throw CardSeller.Problem.strange }
            // This is no HTTP redirect: the page's security policy lets forms lead nowhere else.
            var response = page(found, request, services, onward: link)
            response.headers[.refresh] = "0; url=\(link)"
            return response
        } catch {
            services.logger.error("checkout not begun", metadata: ["request": "\(request.id)", "cause": "\(error)"])
            return page(found, request, services, message: Strings.shop_seller_away, status: .badGateway)
        }
    }

    /// Handles the decision as if a provider had sent an event: the same way, with the same record.
    private static func inSandbox(_ found: Found, _ request: WebRequest, _ services: Services) async throws
        -> WebResponse
    {
        let checkout = found.checkout
        let isPaid = request.form["decision"] != "decline"
        try await services.database.perform(for: services.holders(request)) { connection in
            try connection.inTenant(found.tenant.id) { tx in
                let applying = ApplyProviderEvent(provider: .sandbox, services: services, now: request.now)
                try applying.lock(in: tx)
                // Two clicks make one purchase.
                guard let row = try tx.first(CheckoutQueries.locked(checkout.id)),
                    try Checkout(row, tenant: tx.tenant).isOpen(at: request.now)
                else { return }
                let actor = Actor.system(address: request.address, requestID: request.id, now: request.now)
                if isPaid {
                    try applying.apply(SandboxEvents(now: request.now).bought(checkout), by: actor, in: tx)
                } else {
                    try tx.execute(CheckoutQueries.end(checkout.id, .declined, now: request.now))
                    try services.trail.append(
                        AuditEvent(
                            .checkoutDeclined, on: .user, checkout.user, changes: [.init("plan", new: checkout.plan)]),
                        by: actor, in: tx)
                }
            }
        }
        return .redirect(to: Checkout.link(checkout.id, of: found.tenant.slug, services.keys))
    }

    // MARK: Pages

    private static func page(
        _ found: Found, _ request: WebRequest, _ services: Services, message: StringKey? = nil, onward: Link? = nil,
        status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        let (checkout, language) = (found.checkout, OpenPages.language(of: request))
        let (secret, csrf) = OpenPages.token(request, services)
        let here = Checkout.link(checkout.id, of: found.tenant.slug, services.keys)
        let isOpen = checkout.isOpen(at: request.now)
        let said: StringKey? =
            switch checkout.state {
            case .paid: Strings.shop_paid
            case .declined: Strings.shop_declined
            case .open: isOpen ? nil : Strings.shop_over
            }
        let page = CheckoutPage(
            frame: OpenPages.frame(LocalText(Strings.shop_title), here: here, language: language, services), csrf: csrf,
            action: here,
            app: found.tenant.name, plan: checkout.content.name(language.rawValue, found.tenant.languages),
            about: checkout.content.content.text("about", language.rawValue, found.tenant.languages),
            price: [checkout.price.words(language), LocalText(checkout.period.label).resolve(in: language)].joined(
                in: language),
            trial: checkout.trialDays > 0 ? Strings.shop_trial(days: checkout.trialDays) : nil,
            entitlements: checkout.content.entitlements.map { one in
                Fact(
                    Strings.catalogue_named(
                        name: checkout.content.label(of: one.key, language.rawValue, found.tenant.languages)),
                    one.value.words(language))
            },
            message: message.map { LocalText($0) }, said: said.map { LocalText($0) }, isGood: checkout.state == .paid,
            isOpen: isOpen && onward == nil, isSandbox: checkout.provider == .sandbox, onward: onward,
            back: checkout.state == .open ? nil : Link(externalHTTPS: checkout.returnURL))
        return OpenPages.page(page, secret: secret, request, status: status)
    }

    private static func gone(_ request: WebRequest, _ services: Services) -> WebResponse {
        OpenPages.message(
            Strings.shop_gone, under: Strings.shop_title, linkLabel: nil, status: .notFound, request, services)
    }
}
