import Console
import Postgres
import Web

/// Serves the tenant's icon without authentication. No other image of the tenant is public here.
enum HostedIcon {
    @Sendable static func show(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        guard let id = visit.request.parameterID("image"), id == visit.tenant.icon else { throw Refusal.notFound }
        let served = try await services.database.perform(for: visit.holders) { connection in
            try connection.inTenant(visit.tenant.id, .readOnly) { tx -> Served in
                guard let row = try tx.first(ImageQueries.one(id)) else { throw Refusal.notFound }
                return try StoredImage.response(row, in: tx, to: visit.request, cache: "public", services)
            }
        }
        return switch served {
        case .now(let response): response
        case .later(let made): try await made()
        }
    }
}
