import HTML
import HTTPTypes
import Logging
import Postgres
import Secrets
import Templates
import Web

/// Turns the routing table into answers: enters the tenant, checks the permission, runs the action in its transaction,
/// commits the change together with its event.
package struct Console: Sendable {
    package let services: Services
    package let routes: [Route]

    package init(services: Services, routes: [Route]) {
        self.services = services
        self.routes = routes
    }

    package var webRoutes: [WebServer.Route] {
        routes.map { route in
            var web = WebServer.Route(route.method, route.pattern, fileLimit: route.fileLimit) { request in
                await answer(route, request)
            }
            if route.fileLimit > 0 { web.takesFiles = { request in await mayUpload(route, request) } }
            return web
        }
    }

    package func answer(_ route: Route, _ request: WebRequest) async -> WebResponse {
        do {
            // The service API has answers of its own for everything, errors too.
            if case .service(let scope) = route.access {
                switch route.work {
                case .service(let call):
                    if let kept = call as? any CachedServiceReading.Type {
                        return await cachedService(route, scope, request, kept)
                    }
                    return await service(route, scope, request, call)
                case .recordedService(let call): return await recordedService(route, scope, request, call)
                case .writingService(let call): return await writingService(route, scope, request, call)
                default: return ServiceProblem.notFound.response(to: request)
                }
            }
            switch route.work {
            case .open(let answer): return await answer(request, services)
            case .view(let screen): return try await view(screen, route, request)
            case .eager(let screen): return try await eagerView(screen, route, request)
            case .answer(let answer): return try await self.answer(answer, route, request)
            case .recorded(let screen): return try await recordedView(screen, route, request)
            case .change(let change): return try await self.change(change, route, request)
            case .download(let file): return try await download(file, route, request)
            case .file(let file): return try await serve(file, route, request)
            case .service, .recordedService, .writingService: throw Refusal.notFound
            }
        } catch {
            return problem(for: error, request)
        }
    }

    /// For what no route answers. An endpoint of the service API that has other methods says which.
    package func unrouted(_ request: WebRequest, _ status: HTTPResponse.Status) -> WebResponse {
        let segments = request.path.split(separator: "/", omittingEmptySubsequences: false)
        let methods = routes.filter { route in
            guard route.pattern.hasPrefix("/v1/") else { return false }
            let pattern = route.pattern.split(separator: "/", omittingEmptySubsequences: false)
            return pattern.count == segments.count && zip(pattern, segments).allSatisfy { $0.first == ":" || $0 == $1 }
        }.map(\.method)
        guard status == .notFound, !methods.isEmpty, !methods.contains(request.method) else {
            return Self.problem(request, status, services)
        }
        // Whoever answers GET answers HEAD.
        return ServiceProblem.methodNotAllowed(methods.contains(.get) ? methods + [.head] : methods).response(
            to: request)
    }

    // MARK: Pages

    private func view(_ screen: any Viewing.Type, _ route: Route, _ request: WebRequest) async throws -> WebResponse {
        let action = try screen.init(request)
        return try await authenticated(route, request, .readOnly) { connection, actor in
            let page = try action.run(
                in: TenantTransaction(tenant: actor.tenant.id, on: connection), by: actor, services)
            try connection.commitWithoutWaiting()
            return Self.page(page, for: actor)
        }
    }

    private func eagerView<Screen: EagerViewing>(
        _ screen: Screen.Type, _ route: Route, _ request: WebRequest
    ) async throws -> WebResponse {
        let action = try screen.init(request)
        let outcome = try await authenticatedFor(
            route, request, .readOnly, prefetch: { try action.prefetch($0, services) },
            { connection, actor, requested in
                let page = try action.run(
                    requested, in: TenantTransaction(tenant: actor.tenant.id, on: connection), by: actor, services)
                try connection.commitWithoutWaiting()
                return Self.page(page, for: actor)
            })
        switch outcome {
        case .authenticated(let response), .refused(let response): return response
        }
    }

    private func answer(_ answer: any JSONViewing.Type, _ route: Route, _ request: WebRequest) async throws
        -> WebResponse
    {
        let action = try answer.init(request)
        return try await authenticated(route, request, .readOnly) { connection, actor in
            let json = try action.run(
                in: TenantTransaction(tenant: actor.tenant.id, on: connection), by: actor, services)
            try connection.commitWithoutWaiting()
            return .json(json)
        }
    }

    private func serve(_ file: any Serving.Type, _ route: Route, _ request: WebRequest) async throws -> WebResponse {
        let action = try file.init(request)
        let outcome = try await authenticatedFor(route, request, .readOnly) { connection, actor in
            let served = try action.run(
                in: TenantTransaction(tenant: actor.tenant.id, on: connection), by: actor, services)
            try connection.commitWithoutWaiting()
            return served
        }
        return switch outcome {
        case .refused(let response), .authenticated(.now(let response)): response
        case .authenticated(.later(let made)): try await made()
        }
    }

    private func recordedView(
        _ screen: any RecordedViewing.Type, _ route: Route, _ request: WebRequest
    ) async throws -> WebResponse {
        let action = try screen.init(request)
        return try await authenticated(route, request, .readWrite) { connection, actor in
            let tx = TenantTransaction(tenant: actor.tenant.id, on: connection)
            let (page, event) = try action.run(in: tx, by: actor, services)
            try services.trail.append(event, by: actor, in: tx)
            try connection.commit()
            return Self.page(page, for: actor)
        }
    }

    package static func page(_ page: any Page, for actor: Actor, status: HTTPResponse.Status = .ok) -> WebResponse {
        var response = WebResponse.page(page, in: actor.language, status: status)
        if let moving = page as? any Refreshing { response.headers[.refresh] = String(moving.refreshSeconds) }
        // Said once: the next page does not have it.
        if actor.flash != nil, let session = actor.session {
            response.setCookie(
                Cookie(name: Authentication.flashCookie, value: "", isSecure: session.isSecure, maxAgeSeconds: 0))
        }
        return response
    }

    // MARK: Changes

    private func change(_ change: any Changing.Type, _ route: Route, _ request: WebRequest) async throws -> WebResponse
    {
        guard request.form.repeated.allSatisfy({ change.isList($0) }) else { return problem(request, .badRequest) }
        var action = try change.init(request)
        guard !request.isCrossSite else { throw Refusal.notAllowed }
        if var receiving = action as? any Receiving {
            if case .refused(let response) = try await authenticatedFor(route, request, .readOnly, { _, _ in }) {
                return response
            }
            try await receiving.receive(services)
            action = receiving
        }
        if route.isStepUp, let code = request.form[StepUp.field] {
            switch try await confirm(code, route, request) {
            case .refused(let response): return response
            case .authenticated(let session):
                // The old session is over: whatever becomes of the act, the browser needs to know the new one.
                var response: WebResponse
                do { response = try await run(action, route, request, as: session.token) } catch {
                    response = problem(for: error, request)
                }
                response.setCookie(session.cookie)
                return response
            }
        }
        return try await run(action, route, request)
    }

    /// `successor` is the session that a code has just begun in this very request; its
    /// form came with the old one's token.
    private func run(
        _ action: any Changing, _ route: Route, _ request: WebRequest, as successor: Token? = nil
    ) async throws -> WebResponse {
        var attempt = 0
        while true {
            attempt += 1
            let operation = ID.make(at: request.now)
            do {
                return try await authenticated(route, request, .readWrite, as: successor) { connection, actor in
                    let tx = TenantTransaction(tenant: actor.tenant.id, on: connection)
                    var change = try RequestApproval.orDone(action, route, request, in: tx, by: actor, services)
                    change.event.id = operation
                    let home = TenantTransaction(tenant: change.tenant ?? tx.tenant, on: connection)
                    try services.trail.append(change.event, by: actor.cleared(change.clearance), in: home)
                    try commit(connection, operation: operation, tenant: home.tenant)
                    return Self.answer(change, for: actor)
                }
            } catch let error as DatabaseError where error.isTransient && attempt < 3 {
                // Nothing was changed, and the same work may succeed now; the pause keeps two rivals apart.
                try await Task.sleep(for: .milliseconds(Int.random(in: 5...40) * attempt))
            }
        }
    }

    /// The code that came with a form: a transaction of its own, so that what the form
    /// then meets takes nothing of it back.
    private func confirm(_ code: String, _ route: Route, _ request: WebRequest) async throws -> Outcome<NewSession> {
        try await authenticatedFor(route, request, .readWrite, requiresCode: false) { connection, actor in
            guard let admin = actor.id else { throw Refusal.notAllowed }
            func again(_ error: StringKey) -> Refusal {
                .form(StepUp.page(route, request, error: error, by: actor, services))
            }
            guard !code.trimmingSpaces.isEmpty else { throw again(Strings.error_required) }
            // Who somebody is belongs to no tenant.
            try Authentication.setInstallation(connection)
            let tx = TenantTransaction(tenant: Tenant.installation.id, on: connection)
            let session = try StepUp.confirm(code, request: request, in: tx, by: actor, services)
            let event = AuditEvent(
                session == nil ? .adminConfirmationFailed : .adminConfirmed, on: .admin, admin, name: actor.name)
            try services.trail.append(event, by: actor, in: tx)
            try connection.commit()
            guard let session else { throw again(Strings.error_code) }
            return session
        }
    }

    /// A COMMIT without an answer is looked up by its operation id on a fresh
    /// connection: never guessed, never repeated.
    private func commit(_ connection: Connection, operation: ID, tenant: ID) throws {
        do {
            try connection.commit()
        } catch DatabaseError.outcomeUnknown(let why) {
            services.logger.error(
                "commit without an answer", metadata: ["operation": "\(operation)", "cause": "\(why)"])
            let fresh = try Connection(
                services.database.settings.connectionString, options: services.database.pageOptions)
            let there = try fresh.inTenant(tenant, .readOnly) { tx in
                try tx.first(AuditQueries.exists(operation))?.bool("there") ?? false
            }
            guard there else { throw DatabaseError.unavailable(why) }
        }
    }

    private static func answer(_ change: Change, for actor: Actor) -> WebResponse {
        var response: WebResponse
        switch change.next {
        case .to(let link, let flash, let undo):
            response = .redirect(to: link)
            if let flash, let session = actor.session {
                let value = Actor.Said.cookie(flash, undo: undo)
                response.setCookie(
                    Cookie(
                        name: Authentication.flashCookie, value: value, isSecure: session.isSecure, maxAgeSeconds: 60))
            }
        case .page(let page, let after):
            response = .page(page, in: actor.language)
            if let after { response.headers[.refresh] = "0; url=\(after)" }
        }
        for cookie in change.cookies { response.setCookie(cookie) }
        return response
    }

    // MARK: Downloads

    private func download(_ file: any Downloading.Type, _ route: Route, _ request: WebRequest) async throws
        -> WebResponse
    {
        // A HEAD would start a stream that nobody reads.
        guard request.method == .get else { throw Refusal.notFound }
        let action = try file.init(request)
        let outcome = try await authenticatedFor(route, request, .readWrite) { connection, actor in
            let tx = TenantTransaction(tenant: actor.tenant.id, on: connection)
            let download = try action.prepare(in: tx, by: actor, services)
            try services.trail.append(download.record.begun, by: actor, in: tx)
            try connection.commit()
            return (download, actor)
        }
        switch outcome {
        case .refused(let response): return response
        case .authenticated(let (download, actor)):
            let pipe = download.start(by: actor, services)
            return .download(pipe, name: download.name, type: download.type)
        }
    }
}
