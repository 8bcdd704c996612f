import HTTPTypes
import Postgres
import Secrets
import Web

/// The work of an endpoint for an authenticated caller, in the caller's transaction.
typealias ServiceWork = @Sendable (Connection, ServiceCaller, borrowing TenantTransaction) throws -> ServiceResponse

/// The start of every call with a key: checks key, tenant, address, rate and scope, in this order, then runs the
/// endpoint.
extension Console {
    /// The failed calls per minute from one address, after which it must wait. Valid keys still work from there: so
    /// nobody can block a program by guessing keys from its network.
    static let failuresPerMinute = 60
    /// The most attempts of a call that conflicts with another.
    static let mostAttempts = 3

    /// The result of a call, and its caller if known.
    private struct Called: Sendable {
        var response: WebResponse
        /// Makes the response, if its data is outside the database.
        var later: (@Sendable () async throws -> WebResponse)?
        var caller: ServiceCaller?
        var standing: RateLimits<ID>.Standing?
    }

    /// Authenticates the call, and runs `body` if the caller has the rights.
    func called(
        _ route: Route, _ request: WebRequest, _ mode: Connection.Mode, _ body: @escaping ServiceWork
    ) async -> WebResponse {
        guard let key = Self.key(of: request) else { return failed(request) }
        let hash = key.hash(key: services.keys.apiKeys)
        var found: Called?
        var attempt = 1
        while true {
            do {
                found = try await authenticated(hash, route, request, mode, isFirst: attempt == 1, body)
                break
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
        if let later = found?.later {
            do { found?.response = try await later() } catch { found?.response = serviceProblem(for: error, request) }
        }
        return noted(found, route, request)
    }

    /// Returns the response of an endpoint that may be cached by key. Then the keys of all waiting calls are looked
    /// up in one query. nil: the response must be made.
    func cached(_ call: any ServiceAnswering.Type, _ route: Route, _ request: WebRequest) async -> WebResponse? {
        guard let key = Self.key(of: request) else { return failed(request) }
        do {
            guard let entry = try await services.keyGate.entry(key.hash(key: services.keys.apiKeys), now: request.now)
            else { return failed(request) }
            let found = Result { try call.init(request).cached(entry, now: request.now, services) }
            if case .success(nil) = found { return nil }
            let called = try answered(entry, route, request, isFirst: true) { _ in
                guard let answer = try found.get() else { throw ServiceProblem.notFound }
                return answer
            }
            return noted(called, route, request)
        } catch {
            return serviceProblem(for: error, request)
        }
    }

    /// Counts the call, and adds the headers of its key's limit.
    private func noted(_ called: Called?, _ route: Route, _ request: WebRequest) -> WebResponse {
        guard var called, let caller = called.caller, let standing = called.standing else { return failed(request) }
        services.keyUses.note(
            caller.keyID, of: caller.actor.tenant.id, endpoint: "\(route.method.rawValue) \(route.pattern)",
            isError: called.response.status.code >= 400, at: request.now)
        standing.tell(in: &called.response)
        return called.response
    }

    /// Makes one attempt. Returns nil if there is no such key. Throws if another attempt may succeed, or if the
    /// caller is unknown.
    private func authenticated(
        _ hash: [UInt8], _ route: Route, _ request: WebRequest, _ mode: Connection.Mode, isFirst: Bool,
        _ body: @escaping ServiceWork
    ) async throws -> Called? {
        try await services.database.perform(for: services.holders(key: hash)) { connection in
            try connection.begin(mode)
            let entry = try connection.send(ServiceQueriesAcrossTenants.authenticate(hash, now: request.now)).rows()
            guard let row = entry.first else { return nil }
            let known = try KeyEntry(row)
            services.holdersOf.note(hash, is: [.tenant(known.tenant.id)])
            return try answered(known, route, request, isFirst: isFirst) { caller in
                // A feature's row wall applies to a key as to an admin.
                try Declarations.current.raiseWalls(for: caller.actor, on: connection)
                return try body(connection, caller, TenantTransaction(tenant: caller.actor.tenant.id, on: connection))
            }
        }
    }

    /// Checks the key's rights and limit; then returns the endpoint's response.
    private func answered(
        _ entry: KeyEntry, _ route: Route, _ request: WebRequest, isFirst: Bool,
        _ answer: (ServiceCaller) throws -> ServiceResponse
    ) throws -> Called {
        let caller = entry.caller(request)
        // A call from an address where the key may not be used does not count against the key, but against the
        // failures of its own address.
        let isHere =
            entry.networks.isEmpty
            || entry.networks.contains(where: { AddressRange($0)?.contains(request.address) == true })
        let standing = services.keyRates.check(
            caller.keyID, limit: caller.requestsPerMinute, now: request.now, take: isFirst && isHere)
        var called = Called(response: WebResponse(status: .ok), caller: caller, standing: standing)
        do {
            guard isHere else {
                let failures = services.failedKeys.check(
                    request.network, limit: Self.failuresPerMinute, now: request.now, take: isFirst)
                guard failures.isAllowed else { throw ServiceProblem.tooMany(retryAfterSeconds: failures.retryAfter) }
                throw ServiceProblem.addressNotAllowed
            }
            guard entry.isOn else { throw ServiceProblem.switchedOff }
            guard standing.isAllowed || !isFirst else {
                throw ServiceProblem.tooMany(retryAfterSeconds: standing.retryAfter)
            }
            guard case .service(let needed) = route.access else { throw ServiceProblem.notFound }
            if case .scope(let scope) = needed, !caller.scopes.contains(scope) {
                throw ServiceProblem.scopeMissing(scope)
            }
            guard route.place.includes(caller.actor.tenant) else { throw ServiceProblem.notFound }
            let answer = try answer(caller)
            (called.response, called.later) = (answer.response, answer.later)
        } catch let problem as ServiceProblem {
            called.response = problem.response(to: request)
        } catch {
            if ServiceConflict.isMeant(by: error) { throw error }
            called.response = serviceProblem(for: error, request)
        }
        return called
    }

    /// The scheme in any case, one space, the key; a text that can't be a key never reaches the database.
    static func key(of request: WebRequest) -> APIKeyText? {
        guard let header = request.headers[.authorization], header.prefix(7).lowercased() == "bearer " else {
            return nil
        }
        return APIKeyText(String(header.dropFirst(7)))
    }

    /// The same response for a key that is wrong, unknown, expired, disabled or missing.
    private func failed(_ request: WebRequest) -> WebResponse {
        let standing = services.failedKeys.check(request.network, limit: Self.failuresPerMinute, now: request.now)
        guard standing.isAllowed else {
            return ServiceProblem.tooMany(retryAfterSeconds: standing.retryAfter).response(to: request)
        }
        return ServiceProblem.noKey.response(to: request)
    }

    func serviceProblem(for error: any Error, _ request: WebRequest) -> WebResponse {
        if ServiceConflict.isMeant(by: error) { return ServiceProblem.busy.response(to: request) }
        if case DatabaseError.server(let refused) = error {
            // The key was deleted while its call was running.
            if refused.constraint == "service_answers_key" { return failed(request) }
        }
        if case Refusal.needsSecondAdmin = error { return ServiceProblem.needsAdmins.response(to: request) }
        // Includes waiting too long for another transaction's lock.
        if DatabaseTrouble(error) != nil { return problem(for: error, request) }
        // The words of a page would not fit here, but its status and its log line do.
        let status = problem(for: error, request).status
        if error is ObjectStore.Problem { return ServiceProblem.pictureAway.response(to: request) }
        return (status == .serviceUnavailable ? ServiceProblem.busy : .other(status)).response(to: request)
    }
}

extension HTTPField.Name {
    package static let rateLimitLimit = HTTPField.Name("RateLimit-Limit")!
    package static let rateLimitRemaining = HTTPField.Name("RateLimit-Remaining")!
    package static let rateLimitReset = HTTPField.Name("RateLimit-Reset")!
}
