import Console
import HTTPTypes
import Logging
import NIOCore
import Postgres
import Web

/// The endpoint for providers' events: `POST /hooks/TENANT/PROVIDER`. It has no sign-in: the signature alone
/// authenticates the sender.
enum ProviderHook {
    enum Problem: Error, Equatable {
        /// Not signed, or signed by another party.
        case untrusted
        /// Signed, but not a readable event.
        case malformed
        /// The provider could not be reached for the details.
        case unreachable(String)
    }

    /// The request as received, and everything needed to read it.
    struct Call: Sendable {
        var request: WebRequest
        var tenant: Tenant
        var settings: ProviderSettings
        /// The address to which it was sent.
        var address: String
    }

    /// The longest event that is read: Stripe's are some kilobytes, Apple's some tens.
    static let longest = 262_144
    /// Unsigned calls per minute from one network, after which it must wait. Guesses of tenants are counted together;
    /// calls for an existing shop are counted for that shop alone, since providers send for all of them from the same
    /// few addresses.
    private static let failuresPerMinute = 60

    @Sendable static func take(_ request: WebRequest, _ place: Place, _ services: Services) async -> WebResponse {
        let slug = request.parameters["tenant"] ?? ""
        let here = "\(request.network) \(slug.prefix(64))/\(request.parameters["provider"]?.prefix(32) ?? "")"
        for counted in [request.network, here] {
            let standing = services.failedHooks.check(
                counted, limit: failuresPerMinute, now: request.now, take: false)
            guard standing.isAllowed else { return later(.tooManyRequests, seconds: standing.retryAfter) }
        }
        guard let provider = request.parameters["provider"].flatMap({ Provider(rawValue: $0) }), provider != .sandbox
        else { return refused(request, "no such provider", request.network, services) }
        do {
            let found: (Tenant, ProviderSettings)? = try await services.database.perform(for: services.holders(request))
            { connection in
                try shop(slug, in: place, provider, on: connection, services)
            }
            guard let (tenant, settings) = found else {
                return refused(request, "no such shop", request.network, services)
            }
            let call = Call(
                request: request, tenant: tenant, settings: settings, address: address(slug, provider, services))
            for event in try await read(call, services) {
                let outcome = try await services.database.perform(for: services.holders(request)) { connection in
                    try apply(event, settings, of: tenant, request, on: connection, services)
                }
                services.logger.info(
                    "provider event",
                    metadata: [
                        "tenant": "\(slug)", "provider": "\(provider.rawValue)", "event": "\(event.event)",
                        "outcome": "\(outcome.word)",
                    ])
            }
            return .text("ok\n")
        } catch Problem.untrusted {
            return refused(request, "not signed by whom it should be", here, services)
        } catch Problem.malformed {
            return refused(request, "no event", here, services)
        } catch let error as DatabaseError where error.isOfTheData {
            // To come again would not help.
            return refused(request, "an event that can't be stored: \(error)", here, services)
        } catch {
            services.logger.error(
                "provider event not applied", metadata: ["request": "\(request.id)", "cause": "\(error)"])
            // Every provider retries.
            return later(.serviceUnavailable, seconds: 30)
        }
    }

    /// The same response for everything that is refused: it must not reveal which shops exist, and where they sell. The
    /// log has the reason.
    private static func refused(_ request: WebRequest, _ why: String, _ counted: String, _ services: Services)
        -> WebResponse
    {
        _ = services.failedHooks.check(counted, limit: failuresPerMinute, now: request.now)
        services.logger.warning(
            "provider refused",
            metadata: ["request": "\(request.id)", "path": "\(request.path.prefix(200))", "cause": "\(why)"])
        return .text("not taken\n", status: .badRequest)
    }

    private static func later(_ status: HTTPResponse.Status, seconds: Int) -> WebResponse {
        return WebResponse.text("later\n", status: status)
            .retry(after: seconds)
    }

    static func address(_ slug: String, _ provider: Provider, _ services: Services) -> String {
        "\(services.address)/hooks/\(slug)/\(provider.rawValue)"
    }

    /// Payments continue while the shop is closed, so no service needs to be switched on, and buyers go on paying through a
    /// provider that is not used any more: its events are stored, and wait until it is. Only an archived tenant receives no
    /// events.
    static func shop(
        _ slug: String, in place: Place, _ provider: Provider, on connection: Connection, _ services: Services
    ) throws -> (Tenant, ProviderSettings)? {
        guard let tenant = try Shop.tenant(slug, in: place, on: connection) else { return nil }
        let settings = try connection.inTenant(tenant.id, .readOnly) { tx in
            try tx.first(ProviderQueries.one(provider)).map {
                try ProviderSettings($0, tenant: tx.tenant, services.keys)
            }
        }
        guard let settings, settings.isWhole else { return nil }
        return (tenant, settings)
    }

    private static func read(_ call: Call, _ services: Services) async throws -> [ProviderEvent] {
        switch call.settings.provider {
        case .sandbox: []
        case .card: try await CardEvents.read(call, services)
        case .appStore: try await AppStoreEvents.read(call, services)
        case .googlePlay: try await GooglePlayEvents.read(call, services)
        }
    }

    /// Two events about one user may deadlock: the one that is aborted is retried.
    private static func apply(
        _ event: ProviderEvent, _ settings: ProviderSettings, of tenant: Tenant, _ request: WebRequest,
        on connection: Connection,
        _ services: Services
    ) throws -> ProviderEventOutcome {
        var attempt = 1
        while true {
            do {
                return try connection.inTenant(tenant.id) { tx in
                    try ApplyProviderEvent(provider: settings.provider, services: services, now: request.now)
                        .apply(
                            event, isOff: !settings.isOn,
                            by: .system(address: request.address, requestID: request.id, now: request.now), in: tx)
                }
            } catch let error as DatabaseError where error.isTransient && attempt < 3 {
                attempt += 1
            }
        }
    }
}

/// A tenant for callers without a session: buyers and providers.
enum Shop {
    /// Returns the tenant if its features include those of the place; nil if it is archived or does not exist.
    static func tenant(_ slug: String, in place: Place, on connection: Connection) throws -> Tenant? {
        let id = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try tx.first(TenantQueriesAcrossTenants.bySlug(slug))?.id("id")
        }
        guard let id else { return nil }
        return try connection.inTenant(id, .readOnly) { tx in
            guard let row = try tx.first(CurrentTenantQuery.current) else { return nil }
            var tenant = try Tenant(row, id: id, slug: slug)
            tenant.isArchived = try row.bool("is_archived")
            if try !row.bool("checkout_on") { tenant.services.remove(.checkout) }
            return tenant.isArchived || !place.includes(tenant) ? nil : tenant
        }
    }
}
