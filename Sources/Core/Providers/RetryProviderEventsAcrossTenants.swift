import Console
import Postgres

/// Applies provider events that matched nothing when they arrived but could match now, because a plan was published or
/// changed since, or because the provider says now which sum they lack. Each runs in its own transaction; one that
/// fails does not stop the others.
struct RetryProviderEventsAcrossTenants {
    let services: Services

    /// Returns the number of applied events.
    @discardableResult
    func run(now: Timestamp) async throws -> Int {
        let (tenants, matched) = try await services.database.perform(.background) { connection in
            let waiting = try self.tenants(on: connection)
            return (waiting, try self.sweep(waiting, on: connection, now: now))
        }
        var applied = matched
        for tenant in tenants where !Task.isCancelled {
            applied +=
                await services.logger.oneByOne("sums of provider events not requested", of: tenant) {
                    try await askForSums(of: tenant, now: now)
                } ?? 0
        }
        return applied
    }

    private func tenants(on connection: Connection) throws -> [ID] {
        try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try tx.rows("select waiting.id from tenants_with_unmatched_events() as waiting (id)").map {
                try $0.id("id")
            }
        }
    }

    // MARK: Plans

    private func sweep(_ tenants: [ID], on connection: Connection, now: Timestamp) throws -> Int {
        try tenants.reduce(0) { sum, tenant in
            try sum
                + (services.logger.oneByOne("provider events not retried", of: tenant, on: connection) {
                    try sweep(tenant, on: connection, now: now)
                } ?? 0)
        }
    }

    private func sweep(_ tenant: ID, on connection: Connection, now: Timestamp) throws -> Int {
        var (applied, last) = (0, (received: Timestamp, id: ID)?.none)
        while true {
            let due = try connection.inTenant(tenant, .readOnly) { [last] tx in
                try tx.rows(ProviderEventQueries.due(now: now, after: last)).map {
                    (
                        id: try $0.id("id"), received: try $0.time("received_at"),
                        provider: Provider(rawValue: try $0.text("provider"))
                    )
                }
            }
            for one in due {
                guard let provider = one.provider else { continue }
                let outcome = try services.logger.oneByOne(
                    "provider event not applied", of: tenant, on: connection, ["event": "\(one.id)"]
                ) {
                    try connection.inTenant(tenant) { tx in
                        try ApplyProviderEvent(provider: provider, services: services, now: now)
                            .retry(one.id, by: .system(now: now), in: tx)
                    }
                }
                if outcome == .applied { applied += 1 }
            }
            guard due.count == ProviderEventQueries.duePage, let end = due.last else { return applied }
            last = (end.received, end.id)
        }
    }

    // MARK: Sums

    private struct Lacking: Sendable {
        var id: ID
        var event: ProviderEvent
        var order: String
    }

    /// Only Google's notifications have an order to ask for.
    private func askForSums(of tenant: ID, now: Timestamp) async throws -> Int {
        let found: (lacking: [Lacking], settings: ProviderSettings)? = try await services.database.perform(.background)
        { connection in
            try connection.inTenant(tenant) { tx in
                let lacking = try tx.rows(ProviderEventQueries.lackingSums(of: .googlePlay, now: now)).compactMap {
                    row -> Lacking? in
                    guard let event = try ProviderEvent(row), let order = event.missingSum?.order else { return nil }
                    return Lacking(id: try row.id("id"), event: event, order: order)
                }
                // One that fails is tried again in an hour, and another server does not take the same ones.
                for one in lacking { try tx.execute(ProviderEventQueries.noteTried(one.id, now: now)) }
                guard !lacking.isEmpty, let row = try tx.first(ProviderQueries.one(.googlePlay)) else { return nil }
                let settings = try ProviderSettings(row, tenant: tx.tenant, services.keys)
                return settings.isOn && settings.isWhole ? (lacking, settings) : nil
            }
        }
        guard let (lacking, settings) = found else { return 0 }
        var applied = 0
        for one in lacking where !Task.isCancelled {
            let order = await services.logger.oneByOne("order not read", of: tenant, ["event": "\(one.id)"]) {
                try await services.providers.googlePlay.order(one.order, settings, of: tenant, now: now)
            }
            guard let event = order.flatMap({ $0 }).flatMap({ GooglePurchase.complete(one.event, from: $0) }) else {
                continue
            }
            let outcome = await services.logger.oneByOne(
                "provider event not applied", of: tenant, ["event": "\(one.id)"]
            ) {
                try await services.database.perform(.background) { connection in
                    try connection.inTenant(tenant) { tx in
                        try ApplyProviderEvent(provider: .googlePlay, services: services, now: now)
                            .complete(one.id, with: event, by: .system(now: now), in: tx)
                    }
                }
            }
            if outcome == .applied { applied += 1 }
        }
        return applied
    }
}
