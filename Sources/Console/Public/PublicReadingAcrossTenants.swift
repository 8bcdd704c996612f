import HTTPTypes
import NIOCore
import Postgres
import Templates
import Web

/// Answers public requests. The tenant is found by its slug, since there is no session.
enum PublicReadingAcrossTenants {
    static func answer(
        _ type: any PublicReading.Type, _ route: Route, _ request: WebRequest, _ services: Services
    ) async -> WebResponse {
        let slug = request.parameters["tenant"] ?? ""
        guard let reading = type.init(request) else { return missing(request, services) }
        let cache = services[PublicAnswers.self]
        let key = PublicAnswers.Key(slug: slug, reading: "\(type)", key: reading.key)
        if type.isCached, let found = cache.answer(key, now: request.now) {
            return response(found.answer, reading, of: found.tenant, request, services)
        }
        let turn = cache.turn
        do {
            let holders = services.holders(request)
            let made: (tenant: ID, answer: PublicAnswer)? = try await services.database.perform(for: holders) {
                try make(reading, route.place, slug, on: $0, services)
            }
            guard let made else { return missing(request, services) }
            services.slugs.note(slug, is: made.tenant)
            if type.isCached { cache.keep(made.answer, of: made.tenant, under: key, now: request.now, since: turn) }
            return response(made.answer, reading, of: made.tenant, request, services)
        } catch {
            return Console.failure(error, request, services)
        }
    }

    private static func make(
        _ reading: any PublicReading, _ place: Place, _ slug: String, on connection: Connection, _ services: Services
    ) throws -> (ID, PublicAnswer)? {
        let id = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try tx.first("select found.id from tenant_by_slug(\(slug)) as found")?.id("id")
        }
        guard let id else { return nil }
        return try connection.inTenant(id, .readOnly) { tx in
            guard let row = try tx.first(CurrentTenantQuery.current) else { return nil }
            let tenant = try Tenant(row, id: id, slug: slug)
            guard place.includes(tenant), try !row.bool("is_archived") else { return nil }
            return try reading.run(in: tx, services).map { (id, $0) }
        }
    }

    /// A person who opens an old address reads a page; a program gets JSON, and so does whoever opens a program's address.
    private static func missing(_ request: WebRequest, _ services: Services) -> WebResponse {
        let isForPrograms = request.path.split(separator: "/").dropFirst(2).first == "api"
        if !isForPrograms, request.headers[.accept]?.contains("text/html") == true {
            return Console.problem(
                request, .notFound, services, words: (Strings.problem_public_gone, Strings.problem_public_gone_advice))
        }
        return WebResponse(
            status: .notFound, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .bytes(ByteBuffer(string: "{\"error\":\"not found\"}")))
    }

    /// Any page may read a cached response, and any cache may store it, but must revalidate it each minute.
    private static func response(
        _ answer: PublicAnswer, _ reading: some PublicReading, of tenant: ID, _ request: WebRequest,
        _ services: Services
    ) -> WebResponse {
        let isCached = type(of: reading).isCached
        var headers: HTTPFields = [
            .eTag: answer.etag, .cacheControl: isCached ? "public, max-age=60" : "private, no-store",
        ]
        if isCached { headers[.accessControlAllowOrigin] = "*" }
        if EntityTags(.ifNoneMatch, of: request)?.nameWeakly(answer.etag) == true {
            reading.answered(tenant, .notModified, services)
            return WebResponse(status: .notModified, headers: headers)
        }
        reading.answered(tenant, .ok, services)
        headers[.contentType] = answer.type
        if answer.type.hasPrefix("text/html") { headers[.contentSecurityPolicy] = SecurityHeaders.installable }
        if let name = answer.fileName { headers[.contentDisposition] = "attachment; filename=\"\(name)\"" }
        return WebResponse(status: .ok, headers: headers, body: .bytes(ByteBuffer(bytes: answer.bytes)))
    }
}
