import HTML
import HTTPTypes
import Logging
import Postgres
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
            WebServer.Route(route.method, route.pattern) { request in await answer(route, request) }
        }
    }

    package func answer(_ route: Route, _ request: WebRequest) async -> WebResponse {
        do {
            // The service API has answers of its own for everything, errors too.
            if case .service(let scope) = route.access {
                switch route.work {
                case .service(let call): return await service(route, scope, request, call)
                case .recordedService(let call): return await recordedService(route, scope, request, call)
                default: return ServiceProblem.notFound.response(to: request)
                }
            }
            switch route.work {
            case .door(let answer): return await answer(request, services)
            case .view(let screen): return try await view(screen, route, request)
            case .eager(let screen): return try await eagerView(screen, route, request)
            case .answer(let answer): return try await self.answer(answer, route, request)
            case .recorded(let screen): return try await recordedView(screen, route, request)
            case .change(let change): return try await self.change(change, route, request)
            case .download(let file): return try await download(file, route, request)
            case .service, .recordedService: throw Refusal.notFound
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
        return ServiceProblem.methodNotAllowed(methods.contains(.get) ? methods + [.head] : methods).response(to: request)
    }

    // MARK: Pages

    private func view(_ screen: any Viewing.Type, _ route: Route, _ request: WebRequest) async throws -> WebResponse {
        let action = try screen.init(request)
        return try await entered(route, request, .readOnly) { connection, actor in
            let page = try action.run(in: TenantTransaction(entered: actor.tenant.id, on: connection), by: actor, services)
            try connection.commitWithoutWaiting()
            return Self.page(page, for: actor)
        }
    }

    private func eagerView<Screen: EagerViewing>(
        _ screen: Screen.Type, _ route: Route, _ request: WebRequest
    ) async throws -> WebResponse {
        let action = try screen.init(request)
        let outcome = try await enteredFor(route, request, .readOnly, asking: { try action.ask($0, services) }) { connection, actor, asked in
            let page = try action.run(asked, in: TenantTransaction(entered: actor.tenant.id, on: connection), by: actor, services)
            try connection.commitWithoutWaiting()
            return Self.page(page, for: actor)
        }
        switch outcome {
        case .entered(let response), .refused(let response): return response
        }
    }

    private func answer(_ answer: any Answering.Type, _ route: Route, _ request: WebRequest) async throws -> WebResponse {
        let action = try answer.init(request)
        return try await entered(route, request, .readOnly) { connection, actor in
            let json = try action.run(in: TenantTransaction(entered: actor.tenant.id, on: connection), by: actor, services)
            try connection.commitWithoutWaiting()
            return .json(json)
        }
    }

    private func recordedView(
        _ screen: any RecordedViewing.Type, _ route: Route, _ request: WebRequest
    ) async throws -> WebResponse {
        let action = try screen.init(request)
        return try await entered(route, request, .readWrite) { connection, actor in
            let tx = TenantTransaction(entered: actor.tenant.id, on: connection)
            let (page, event) = try action.run(in: tx, by: actor, services)
            try services.trail.append(event, by: actor, in: tx)
            try connection.commit()
            return Self.page(page, for: actor)
        }
    }

    private static func page(_ page: any Page, for actor: Actor, status: HTTPResponse.Status = .ok) -> WebResponse {
        var response = WebResponse.page(page, in: actor.language, status: status)
        // Said once: the next page does not have it.
        if actor.flash != nil, let session = actor.session {
            response.setCookie(Cookie(name: Entry.flashCookie, value: "", isSecure: session.isSecure, maxAgeSeconds: 0))
        }
        return response
    }

    // MARK: Changes

    private func change(_ change: any Changing.Type, _ route: Route, _ request: WebRequest) async throws -> WebResponse {
        let action = try change.init(request)
        guard !request.isCrossSite else { throw Refusal.notAllowed }
        let csrf = request.form["csrf"] ?? ""
        var attempt = 0
        while true {
            attempt += 1
            let operation = ID.make(at: request.now)
            do {
                return try await entered(route, request, .readWrite) { connection, actor in
                    guard services.keys.isCSRFToken(csrf, for: Entry.token(of: request)?.text ?? "") else {
                        throw Refusal.notAllowed
                    }
                    let tx = TenantTransaction(entered: actor.tenant.id, on: connection)
                    var change = try action.run(in: tx, by: actor, services)
                    change.event.id = operation
                    let home = TenantTransaction(entered: change.tenant ?? tx.tenant, on: connection)
                    try services.trail.append(change.event, by: actor, in: home)
                    try commit(connection, operation: operation, tenant: home.tenant)
                    return Self.answer(change, for: actor)
                }
            } catch let error as DatabaseError where error.isTransient && attempt < 3 {
                // Nothing was changed, and the same work may succeed now; the pause keeps two rivals apart.
                try await Task.sleep(for: .milliseconds(Int.random(in: 5...40) * attempt))
            }
        }
    }

    /// A COMMIT without an answer is looked up by its operation id on a fresh connection: never guessed, never repeated.
    private func commit(_ connection: Connection, operation: ID, tenant: ID) throws {
        do {
            try connection.commit()
        } catch DatabaseError.outcomeUnknown(let why) {
            services.logger.error("commit without an answer", metadata: ["operation": "\(operation)", "cause": "\(why)"])
            let fresh = try Connection(services.database.settings.connectionString, options: services.database.pageOptions)
            let there = try fresh.inTenant(tenant, .readOnly) { tx in
                try tx.first(AuditQueries.exists(operation))?.bool("there") ?? false
            }
            guard there else { throw DatabaseError.unavailable(why) }
        }
    }

    private static func answer(_ change: Change, for actor: Actor) -> WebResponse {
        var response: WebResponse
        switch change.next {
        case .to(let link, let flash):
            response = .redirect(to: link)
            if let flash, let session = actor.session {
                response.setCookie(Cookie(name: Entry.flashCookie, value: flash, isSecure: session.isSecure, maxAgeSeconds: 60))
            }
        case .page(let page): response = .page(page, in: actor.language)
        }
        for cookie in change.cookies { response.setCookie(cookie) }
        return response
    }

    // MARK: Downloads

    private func download(_ file: any Downloading.Type, _ route: Route, _ request: WebRequest) async throws -> WebResponse {
        // A HEAD would start a stream that nobody reads.
        guard request.method == .get else { throw Refusal.notFound }
        let action = try file.init(request)
        let outcome = try await enteredFor(route, request, .readWrite) { connection, actor in
            let tx = TenantTransaction(entered: actor.tenant.id, on: connection)
            let download = try action.prepare(in: tx, by: actor, services)
            try services.trail.append(download.record.begun, by: actor, in: tx)
            try connection.commit()
            return (download, actor)
        }
        switch outcome {
        case .refused(let response): return response
        case .entered(let (download, actor)):
            let pipe = download.start(by: actor, services)
            return .download(pipe, name: download.name, type: download.type)
        }
    }

    // MARK: Entering

    private enum Outcome<T: Sendable>: Sendable {
        case entered(T)
        case refused(WebResponse)
    }

    private func entered(
        _ route: Route, _ request: WebRequest, _ mode: Connection.Mode,
        _ body: @escaping @Sendable (Connection, Actor) throws -> WebResponse
    ) async throws -> WebResponse {
        switch try await enteredFor(route, request, mode, body) {
        case .entered(let response), .refused(let response): response
        }
    }

    private func enteredFor<T: Sendable>(
        _ route: Route, _ request: WebRequest, _ mode: Connection.Mode,
        _ body: @escaping @Sendable (Connection, Actor) throws -> T
    ) async throws -> Outcome<T> {
        try await enteredFor(route, request, mode, asking: { _ in }) { connection, actor, _ in try body(connection, actor) }
    }

    /// Begins the transaction, sets the tenant, and runs `body` for those who may; others get their page without `body`
    /// having run. What `asking` queues travels along, behind the statement that sets the tenant.
    private func enteredFor<T: Sendable, Asked>(
        _ route: Route, _ request: WebRequest, _ mode: Connection.Mode,
        asking: @escaping @Sendable (borrowing EntryRound) throws -> Asked,
        _ body: @escaping @Sendable (Connection, Actor, Asked) throws -> T
    ) async throws -> Outcome<T> {
        guard let token = Entry.token(of: request) else { return .refused(Doorway.signIn(after: request)) }
        let slug = request.parameters["tenant"] ?? ""
        return try await services.database.perform { connection in
            try connection.begin(mode)
            let entry = try connection.send(SessionQueriesAcrossTenants.enter(token.hash, slug: slug, now: request.now))
            let asked = try asking(EntryRound(connection, likelyTenant: services.slugs.tenant(slug)))
            guard let found = try Entry.found(entry, token: token, request: request, keys: services.keys)
            else { return .refused(Doorway.signIn(after: request)) }
            switch found.stage {
            case "full": break
            case "enrol": return .refused(.redirect(to: "/sign-in/second-step"))
            default: return .refused(.redirect(to: "/sign-in/code"))
            }
            services.touches.note(found.sessionID, at: request.now, stored: found.lastUsed)
            switch route.access {
            case .tenant(let permission):
                // A tenant one may not enter and one that does not exist look the same.
                if found.actor.tenant.isInstallation { throw Refusal.notFound }
                services.slugs.note(slug, is: found.actor.tenant.id)
                if let admin = found.actor.id {
                    services.touches.note(admin, in: found.actor.tenant.id, at: request.now, stored: found.lastHere)
                }
                guard found.actor.may(permission) else { return .refused(problem(.notAllowed, request, found.actor)) }
            case .operators:
                guard found.actor.isOperator else { return .refused(problem(.notFound, request, found.actor)) }
                try Entry.setInstallation(connection)
            case .signedIn: try Entry.setInstallation(connection)
            case .door: break
            case .service: throw Refusal.notFound
            }
            if route.isSensitive, services.checkpoints.isOverdue(at: request.now) {
                return .refused(problem(.unwatched, request, found.actor))
            }
            do {
                return .entered(try body(connection, found.actor, asked))
            } catch Refusal.form(let page) {
                return .refused(Self.page(page, for: found.actor, status: .unprocessableContent))
            } catch Refusal.changed(let page) {
                return .refused(Self.page(page, for: found.actor, status: .conflict))
            } catch let refusal as Refusal {
                return .refused(problem(refusal, request, found.actor))
            } catch let error as DatabaseError {
                guard let refusal = Refusal(error) else { throw error }
                return .refused(problem(refusal, request, found.actor))
            }
        }
    }
}
