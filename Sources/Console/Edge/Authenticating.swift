import HTML
import HTTPTypes
import Postgres
import Secrets
import Web

/// Authenticates a request: finds the session, checks the permission, and requires step-up authentication where the
/// route does.
extension Console {
    package enum Outcome<T: Sendable>: Sendable {
        case authenticated(T)
        case refused(WebResponse)
    }

    package func authenticated(
        _ route: Route, _ request: WebRequest, _ mode: Connection.Mode, as successor: Token? = nil,
        requiresCode: Bool = true,
        _ body: @escaping @Sendable (Connection, Actor) throws -> WebResponse
    ) async throws -> WebResponse {
        switch try await authenticatedFor(route, request, mode, as: successor, requiresCode: requiresCode, body) {
        case .authenticated(let response), .refused(let response): response
        }
    }

    package func authenticatedFor<T: Sendable>(
        _ route: Route, _ request: WebRequest, _ mode: Connection.Mode, as successor: Token? = nil,
        requiresCode: Bool = true,
        _ body: @escaping @Sendable (Connection, Actor) throws -> T
    ) async throws -> Outcome<T> {
        try await authenticatedFor(
            route, request, mode, as: successor, requiresCode: requiresCode, prefetch: { _ in },
            { connection, actor, _ in try body(connection, actor) })
    }

    /// Begins the transaction, sets the tenant, and runs `body` for those who may; others get their page without `body`
    /// having run. What `prefetch` queues travels along, after the statement that sets the tenant.
    ///
    /// The optimizer of Swift 6.3.1 aborts when it specializes this function: it can't hand a type that isn't copyable to a closure
    /// whose result it makes concrete. A release build shows when that has been mended.
    @_semantics("optimize.sil.specialize.generic.never")
    package func authenticatedFor<T: Sendable, Prefetched>(
        _ route: Route, _ request: WebRequest, _ mode: Connection.Mode, as successor: Token? = nil,
        requiresCode: Bool = true,
        prefetch: @escaping @Sendable (borrowing AuthenticationRound) throws -> Prefetched,
        _ body: @escaping @Sendable (Connection, Actor, Prefetched) throws -> T
    ) async throws -> Outcome<T> {
        guard let token = successor ?? Authentication.token(of: request) else {
            return .refused(OpenPages.signIn(after: request))
        }
        let slug = request.parameters["tenant"] ?? ""
        return try await services.database.perform(for: services.holders(request, session: token)) { connection in
            try connection.begin(mode)
            let entry = try connection.send(
                SessionQueriesAcrossTenants.authenticate(token.hash, slug: slug, now: request.now))
            // Sent before the page's statements: those fail for an admin without access to the tenant, and PostgreSQL
            // then skips all that follow.
            let notices = try services.notices.query(on: connection, now: request.now)
            let requested = try prefetch(AuthenticationRound(connection, likelyTenant: services.slugs.tenant(slug)))
            guard var found = try Authentication.found(entry, token: token, request: request, keys: services.keys)
            else { return .refused(OpenPages.signIn(after: request)) }
            found.actor.topic = route.topic
            if let admin = found.actor.id { services.holdersOf.note(token.hash, is: [.admin(admin)]) }
            if let notices { try services.notices.keep(notices, now: request.now) }
            switch found.stage {
            case "full": break
            case "enrol": return .refused(.redirect(to: "/sign-in/second-step"))
            default: return .refused(.redirect(to: "/sign-in/code"))
            }
            services.touches.note(found.sessionID, at: request.now, stored: found.lastUsed)
            if let refused = try refusal(route, request, found, slug, connection) { return .refused(refused) }
            if route.method == .post, successor == nil,
                !services.keys.isCSRFToken(request.form["csrf"] ?? "", for: token.text)
            {
                return .refused(problem(.oldPage, request, found.actor))
            }
            // A step-up act must be provable later, so it is refused while the trail's checkpoints can't be stored.
            if route.isStepUp(of: found.actor), services.checkpoints.isOverdue(at: request.now) {
                return .refused(problem(.unwatched, request, found.actor))
            }
            if route.isStepUp(of: found.actor), requiresCode, StepUp.isDue(found.actor) {
                let page = StepUp.page(route, request, by: found.actor, services)
                return .refused(Self.page(page, for: found.actor, status: .forbidden))
            }
            do {
                return .authenticated(try body(connection, found.actor, requested))
            } catch Refusal.form(let page) {
                return .refused(Self.page(page, for: found.actor, status: .unprocessableContent))
            } catch Refusal.changed(let page) {
                return .refused(Self.page(page, for: found.actor, status: .conflict))
            } catch Refusal.unchanged(let page) {
                return .refused(Self.page(page, for: found.actor, status: .ok))
            } catch Refusal.lacks(let permission) {
                return .refused(try notAllowed(permission, request, found.actor, connection))
            } catch let refusal as Refusal {
                return .refused(problem(refusal, request, found.actor))
            } catch let error as DatabaseError {
                guard let refusal = Refusal(error) else { throw error }
                return .refused(problem(refusal, request, found.actor))
            }
        }
    }

    /// Returns the page for an admin who may not use the route; nil for one who may, and then the transaction is set
    /// up.
    private func refusal(
        _ route: Route, _ request: WebRequest, _ found: Authentication.Found, _ slug: String, _ connection: Connection
    ) throws -> WebResponse? {
        switch route.access {
        case .tenant(let permission):
            // A tenant without access looks the same as one that does not exist.
            if found.actor.tenant.isInstallation || !route.place.includes(found.actor.tenant) { throw Refusal.notFound }
            services.slugs.note(slug, is: found.actor.tenant.id)
            if let admin = found.actor.id {
                services.touches.note(admin, in: found.actor.tenant.id, at: request.now, stored: found.lastHere)
            }
            guard found.actor.may(permission) else {
                return try notAllowed(permission, request, found.actor, connection)
            }
            try services.declarations.raiseWalls(for: found.actor, on: connection)
        case .operators:
            guard found.actor.isOperator else { return problem(.notFound, request, found.actor) }
            try Authentication.setInstallation(connection)
        case .signedIn: try Authentication.setInstallation(connection)
        case .open: break
        case .service, .user, .everybody, .hosted: throw Refusal.notFound
        }
        return nil
    }
}
