import HTML
import HTTPTypes
import Postgres
import Secrets
import Web

/// The start of every call on behalf of a user: checks address, token, rate, tenant and user, in this order, then
/// runs the endpoint.
extension Console {
    /// The limits per minute, for one user and for one network: a household or a school has many users.
    private static let callsPerUser = 600
    private static let callsPerNetwork = 6000
    /// Files of one user that are read at a time or wait for it. All users share one reader.
    private static let filesPerUser = 2
    /// Of the users of one tenant: half of the reader's queue.
    private static let filesPerTenant = 4

    /// Finds out on whose behalf it is, and runs `body` between both walls for those who may.
    ///
    /// `before` is done outside of a transaction, for a user who was let in.
    func calledByUser(
        _ route: Route, _ request: WebRequest, _ mode: Connection.Mode, _ body: @escaping ServiceWork,
        before: (@Sendable () async throws -> Void)? = nil
    ) async -> WebResponse {
        let network = services.userNetworks.check(request.network, limit: Self.callsPerNetwork, now: request.now)
        guard network.isAllowed else {
            return told(
                network, ServiceProblem.tooMany(retryAfterSeconds: network.retryAfter).response(to: request))
        }
        do {
            guard let token = try await accessToken(of: request) else { return refused(request) }
            let user = UserOfTenant(token.tenant, token.user)
            let own = services.userRates.check(user, limit: Self.callsPerUser, now: request.now)
            let standing = own.remaining <= network.remaining ? own : network
            guard own.isAllowed else {
                return told(own, ServiceProblem.tooMany(retryAfterSeconds: own.retryAfter).response(to: request))
            }
            if let before {
                // Tells who may not come in from who may, and nothing else.
                let isIn =
                    try await entered(token, route, request, .readOnly) { _, _, _ in ServiceResponse(nil) } != nil
                guard isIn else { return told(standing, refused(request)) }
                let ran = try await services.filesOfTenants.run(token.tenant, most: Self.filesPerTenant) {
                    try await services.filesOfUsers.run(user, most: Self.filesPerUser, before) != nil
                }
                guard ran == true else {
                    return told(standing, ServiceProblem.tooMany(retryAfterSeconds: 1).response(to: request))
                }
            }
            return told(standing, await answered(token, route, request, mode, body))
        } catch let problem as ServiceProblem {
            return problem.response(to: request)
        } catch {
            return serviceProblem(for: error, request)
        }
    }

    /// Verifies the token by its signature alone; returns nil if there is no token, or if it is not ours or has
    /// expired.
    func accessToken(of request: WebRequest) async throws -> AccessToken? {
        guard let header = request.headers[.authorization], header.prefix(7).lowercased() == "bearer ",
            let read = SignedClaims(String(header.dropFirst(7)), type: AccessToken.type)
        else { return nil }
        // A client that invents names of keys soon gets responses without a database query; valid tokens still work.
        let failures = services.failedKeys.check(
            request.network, limit: Self.failuresPerMinute, now: request.now, take: false)
        guard let known = try await services[AccountKeys.self].key(read.keyID, mayAsk: failures.isAllowed),
            let token = AccessToken(read, by: known.key, audience: services.apiAudience, now: request.now),
            token.tenant == known.tenant
        else { return nil }
        return token
    }

    private func answered(
        _ token: AccessToken, _ route: Route, _ request: WebRequest, _ mode: Connection.Mode,
        _ body: @escaping ServiceWork
    ) async -> WebResponse {
        var attempt = 1
        while true {
            do {
                guard let answer = try await entered(token, route, request, mode, body) else { return refused(request) }
                return try await answer.later?() ?? answer.response
            } catch let problem as ServiceProblem {
                return problem.response(to: request)
            } catch {
                guard ServiceConflict.isMeant(by: error), attempt < Self.mostAttempts else {
                    return serviceProblem(for: error, request)
                }
                // Nothing was changed, and the same work may succeed now; the pause separates two competing
                // transactions.
                try? await Task.sleep(for: .milliseconds(Int.random(in: 5...40) * attempt))
                attempt += 1
            }
        }
    }

    /// Makes one attempt; returns nil if the user has no access.
    private func entered(
        _ token: AccessToken, _ route: Route, _ request: WebRequest, _ mode: Connection.Mode,
        _ body: @escaping ServiceWork
    ) async throws -> ServiceResponse? {
        let holders: [Holder] = [.user(token.user, of: token.tenant), .tenant(token.tenant)]
        return try await services.database.perform(for: holders) { connection in
            try connection.begin(mode)
            _ = try connection.send(UserCallQueriesAcrossTenants.enter(token))
            let found = try connection.send(UserCallQueriesAcrossTenants.caller(token, now: request.now))
            guard let row = try found.rows().first else { return nil }
            let tenant = try Tenant(row, id: token.tenant, slug: row.text("slug"))
            guard token.issuer == services.issuer(of: tenant) else { return nil }
            guard try row.bool("service_api_on") else { throw ServiceProblem.switchedOff }
            guard route.place.includes(tenant) else { throw ServiceProblem.notFound }
            services[UserTouches.self].note(
                token.user, of: token.tenant, at: request.now, stored: try row.time("seen_at"))
            var caller = Self.caller(token, tenant, try row.text("language"), request)
            if try !row.bool("push_on") { caller.actor.tenant.services.remove(.push) }
            try Declarations.current.raiseWalls(for: caller.actor, on: connection)
            return try body(connection, caller, TenantTransaction(tenant: token.tenant, on: connection))
        }
    }

    private static func caller(
        _ token: AccessToken, _ tenant: Tenant, _ language: String, _ request: WebRequest
    ) -> ServiceCaller {
        ServiceCaller(
            actor: .user(
                in: tenant, language: Language(code: language) ?? .en, requestID: request.id, now: request.now),
            keyID: token.user, user: UserCaller(id: token.user, session: token.session), scopes: [],
            requestsPerMinute: callsPerUser, expires: request.now)
    }

    /// The same response for a token that is wrong, unknown, expired or missing, and for one whose user has no
    /// access.
    private func refused(_ request: WebRequest) -> WebResponse {
        let standing = services.failedKeys.check(request.network, limit: Self.failuresPerMinute, now: request.now)
        guard standing.isAllowed else {
            return ServiceProblem.tooMany(retryAfterSeconds: standing.retryAfter).response(to: request)
        }
        return ServiceProblem.noToken.response(to: request)
    }

    private func told(_ standing: RateStanding, _ response: WebResponse) -> WebResponse {
        var response = response
        standing.tell(in: &response)
        return response
    }
}
