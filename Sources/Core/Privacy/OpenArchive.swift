import Console
import HTML
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

/// The page on which a user downloads their archive. Its address is the only credential, and works once. A button comes
/// first, so that a mail program that opens links in advance does not use the download up.
enum OpenArchive {
    static let pattern = "/privacy/:tenant/:link"

    static func link(_ token: Token, of slug: String) -> Link { "/privacy/\(slug)/\(token.text)" }

    private struct Found: Sendable {
        var request: PrivacyRequest
        var tenant: Tenant
    }

    @Sendable static func show(_ request: WebRequest, _ place: Place, _ services: Services) async
        -> WebResponse
    {
        await answer(request, services) { token, slug, connection in
            try find(token, slug, in: place, now: request.now, isTaken: nil, on: connection, services)
        } then: { found in
            let language = OpenPages.language(of: request)
            let (secret, csrf) = OpenPages.token(request, services)
            let here: Link = "/privacy/\(found.tenant.slug)/\(request.parameters["link"] ?? "")"
            let page = ArchiveLinkPage(
                frame: OpenPages.frame(
                    LocalText(Strings.privacy_take_title), here: here, language: language, services),
                csrf: csrf, action: here, app: found.tenant.name,
                size: Strings.privacy_take_size(size: Formatted.bytes(found.request.bytes)))
            return OpenPages.page(page, secret: secret, request)
        }
    }

    @Sendable static func take(_ request: WebRequest, _ place: Place, _ services: Services) async
        -> WebResponse
    {
        guard OpenPages.isGenuine(request, services) else {
            var again = await show(request, place, services)
            again.status = .forbidden
            return again
        }
        return await answer(request, services) { token, slug, connection in
            let actor = Actor.system(address: request.address, requestID: request.id, now: request.now)
            return try find(token, slug, in: place, now: request.now, isTaken: actor, on: connection, services)
        } then: { found in
            .download(
                pieces(of: found, services), name: "\(found.tenant.slug)-\(found.request.id).zip",
                type: "application/zip")
        }
    }

    private static func answer(
        _ request: WebRequest, _ services: Services,
        find: @escaping @Sendable (Token, String, Connection) throws -> Found?,
        then body: (Found) throws -> WebResponse
    ) async -> WebResponse {
        do {
            guard let token = Token(request.parameters["link"] ?? "") else { return gone(request, services) }
            let slug = request.parameters["tenant"] ?? ""
            let found = try await services.database.perform(for: services.holders(request)) { connection in
                try find(token, slug, connection)
            }
            guard let found else { return gone(request, services) }
            return try body(found)
        } catch {
            return Console.failure(error, request, services)
        }
    }

    /// If `isTaken` is given, it is the actor who downloads, and the link stops working.
    private static func find(
        _ token: Token, _ slug: String, in place: Place, now: Timestamp, isTaken taker: Actor?,
        on connection: Connection, _ services: Services
    ) throws -> Found? {
        guard let tenant = try Shop.tenant(slug, in: place, on: connection) else { return nil }
        return try connection.inTenant(tenant.id) { tx in
            guard let row = try tx.first(PrivacyQueries.linked(token.hash, now: now)) else { return nil }
            let request = try PrivacyRequest(row)
            if let taker {
                try tx.execute(PrivacyQueries.fetched(request.id, now: now))
                try services.trail.append(
                    AuditEvent(.archiveFetched, on: .privacyRequest, request.id), by: taker, in: tx)
            }
            return Found(request: request, tenant: tenant)
        }
    }

    /// Each piece is read on any free connection: a slow download occupies none.
    private static func pieces(of found: Found, _ services: Services) -> ChunkPipe {
        let pipe = ChunkPipe(budget: services.database.downloadBudget)
        let (tenant, request) = (found.tenant.id, found.request)
        Task {
            do {
                for number in 0..<request.chunks {
                    let sealed = try await services.database.perform(.downloads, for: [.tenant(tenant)]) { connection in
                        try connection.inTenant(tenant, .readOnly) { tx in
                            try tx.first(PrivacyQueries.chunk(number, attempt: request.attempt, of: request.id))?
                                .bytes("content")
                        }
                    }
                    // The archive was made again, or erased, during the download.
                    guard let sealed else { throw DatabaseError.readerGone }
                    let place = PrivacyRequest.place(number, attempt: request.attempt, of: request.id, tenant: tenant)
                    try await pipe.give(try services.keys.data.open(sealed, place))
                }
                pipe.finish(.success(()))
            } catch {
                pipe.finish(.failure(error))
            }
        }
        Task {
            while pipe.endIfSlow() { try? await Task.sleep(for: .seconds(5)) }
        }
        return pipe
    }

    private static func gone(_ request: WebRequest, _ services: Services) -> WebResponse {
        OpenPages.message(
            Strings.privacy_take_gone, under: Strings.privacy_take_title, linkLabel: nil, status: .notFound, request,
            services)
    }
}
