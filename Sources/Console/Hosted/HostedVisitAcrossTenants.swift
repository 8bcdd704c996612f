import Postgres
import Web

extension Console {
    /// Finds the tenant by its slug, since there is no session. A tenant that is archived, one in which the route
    /// does not exist, and one that does not exist look the same.
    func visit(_ answer: HostedAnswer, _ route: Route, _ request: WebRequest) async throws -> WebResponse {
        let slug = request.parameters["tenant"] ?? ""
        let visit: HostedVisit? = try await services.database.perform(for: services.holders(request)) {
            connection in
            try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
                // In one round trip: the later statements see the tenant that the first one sets.
                let entered = try tx.send(HostedQueriesAcrossTenants.enter(slug))
                let tenant = try tx.send(HostedQueriesAcrossTenants.tenant)
                let texts = try tx.send(HostedWords.live)
                let (found, row) = (try entered.rows().first, try tenant.rows().first)
                let words = try HostedWords(Array(texts.rows()))
                guard let id = try found?.id("id"), let row else { return nil }
                return try HostedVisit(row, id: id, request, words: words)
            }
        }
        if let visit { services.slugs.note(slug, is: visit.tenant.id) }
        guard let visit, !visit.tenant.isArchived, route.place.includes(visit.tenant) else { throw Refusal.notFound }
        return try await answer(visit, services)
    }
}

enum HostedQueriesAcrossTenants {
    /// Sets the transaction's tenant.
    static func enter(_ slug: String) -> SQL {
        "select found.id, set_config('roost.tenant', found.id::text, true) as entered from tenant_by_slug(\(slug)) as found"
    }

    /// Read with each request, so that a changed switch takes effect with the next request in every process.
    static let tenant: SQL = """
        select tenants.slug, tenants.name, tenants.kind, tenants.holds_people, tenants.zone, tenants.currency, tenants.accent,
            tenants.languages, tenants.archived_at is not null as is_archived, tenants.sign_up_on, tenants.service_api_on,
            tenants.push_on, tenants.password_least::bigint as password_least, tenant_icons.image_id as icon_id
        from tenants left join tenant_icons on tenant_icons.tenant_id = tenants.id
        where tenants.id = current_tenant()
        """
}
