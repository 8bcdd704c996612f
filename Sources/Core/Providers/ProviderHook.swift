import Console
import HTTPTypes
import Logging
import NIOCore
import Postgres
import Web

/// Where providers tell what happened: `POST /hooks/TENANT/PROVIDER`. Nobody is signed in here: who sends it is known
/// by the signature, and by nothing else.
enum ProviderHook {
    enum Problem: Error, Equatable {
        /// Not signed, or not by whom it should be.
        case untrusted
        /// Signed, and no event that can be read.
        case malformed
        /// What it is about could not be asked.
        case unreachable(String)
    }

    /// As it came, and what is needed to read it.
    struct Call: Sendable {
        var request: WebRequest
        var tenant: Tenant
        var settings: ProviderSettings
        /// The address that it was sent to.
        var address: String
    }

    @Sendable static func take(_ request: WebRequest, _ services: Services) async -> WebResponse {
        guard let provider = request.parameters["provider"].flatMap({ Provider(rawValue: $0) }), provider != .sandbox
        else {
            return .text("no such provider\n", status: .notFound)
        }
        let slug = request.parameters["tenant"] ?? ""
        do {
            let found: (Tenant, ProviderSettings)? = try await services.database.perform { connection in
                try shop(slug, provider, on: connection, services)
            }
            guard let (tenant, settings) = found else { return .text("not here\n", status: .notFound) }
            let call = Call(
                request: request, tenant: tenant, settings: settings, address: address(slug, provider, services))
            for news in try await read(call, services) {
                let outcome = try await services.database.perform { connection in
                    try receive(news, provider, of: tenant, request, on: connection, services)
                }
                services.logger.info(
                    "provider told",
                    metadata: [
                        "tenant": "\(slug)", "provider": "\(provider.rawValue)", "event": "\(news.event)",
                        "outcome": "\(outcome.word)",
                    ])
            }
            return .text("ok\n")
        } catch Problem.untrusted {
            return .text("not signed by whom it should be\n", status: .badRequest)
        } catch Problem.malformed {
            return .text("no event\n", status: .badRequest)
        } catch {
            services.logger.error("provider not heard", metadata: ["request": "\(request.id)", "cause": "\(error)"])
            // Every provider sends it once more.
            var response = WebResponse.text("later\n", status: .serviceUnavailable)
            response.headers[.retryAfter] = "30"
            return response
        }
    }

    static func address(_ slug: String, _ provider: Provider, _ services: Services) -> String {
        "\(services.address)/hooks/\(slug)/\(provider.rawValue)"
    }

    /// Money goes on while the shop is closed, so it asks for no service to be on; only
    /// an archived tenant hears nothing.
    static func shop(_ slug: String, _ provider: Provider, on connection: Connection, _ services: Services) throws -> (
        Tenant, ProviderSettings
    )? {
        guard let tenant = try Shop.tenant(slug, on: connection), tenant.holdsPeople, !tenant.isArchived else {
            return nil
        }
        let settings = try connection.inTenant(tenant.id, .readOnly) { tx in
            try tx.first(ProviderQueries.one(provider)).map {
                try ProviderSettings($0, tenant: tx.tenant, services.keys)
            }
        }
        guard let settings, settings.isOn, settings.isWhole else { return nil }
        return (tenant, settings)
    }

    private static func read(_ call: Call, _ services: Services) async throws -> [ProviderEvent] {
        switch call.settings.provider {
        case .sandbox: []
        case .card: try CardEvents.read(call)
        case .appStore: try await AppStoreEvents.read(call, services)
        case .googlePlay: try await GooglePlayEvents.read(call, services)
        }
    }

    /// Two about one user may meet: the one that can't go on is tried again.
    private static func receive(
        _ news: ProviderEvent, _ provider: Provider, of tenant: Tenant, _ request: WebRequest,
        on connection: Connection,
        _ services: Services
    ) throws -> ProviderEventOutcome {
        var attempt = 1
        while true {
            do {
                return try connection.inTenant(tenant.id) { tx in
                    try ReceiveProviderEvent(provider: provider, services: services, now: request.now)
                        .receive(
                            news, by: .system(address: request.address, requestID: request.id, now: request.now), in: tx
                        )
                }
            } catch let error as DatabaseError
                where (error.isTransient || error.violates(unique: "subscriptions_current")) && attempt < 3
            {
                attempt += 1
            }
        }
    }
}

/// A tenant as those find it who are not signed in: buyers and providers.
enum Shop {
    static func tenant(_ slug: String, on connection: Connection) throws -> Tenant? {
        let id = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try tx.first(TenantQueriesAcrossTenants.bySlug(slug))?.id("id")
        }
        guard let id else { return nil }
        return try connection.inTenant(id, .readOnly) { tx in
            guard let row = try tx.first(CurrentTenantQuery.current) else { return nil }
            var tenant = try Tenant(row, id: id, slug: slug)
            tenant.isArchived = try row.bool("is_archived")
            if try !row.bool("checkout_on") { tenant.services.remove(.checkout) }
            return tenant
        }
    }
}
