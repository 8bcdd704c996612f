import HTTPTypes
import Postgres
import Secrets
import Web

/// What an endpoint does for whoever was let in, in their transaction.
typealias ServiceWork = @Sendable (Connection, ServiceCaller, borrowing TenantTransaction) throws -> ServiceResponse

/// The head of every call of a program with a key: key, tenant, address, rate, scope, in this order, then the endpoint.
extension Console {
    /// Failed calls a minute from one address, after which it is told to wait. Keys that work are not kept from
    /// working: nobody can shut out a program by guessing from its network.
    static let failuresPerMinute = 60
    /// Of a call that another one got in the way of.
    static let mostAttempts = 3

    /// What became of a call, and who called when that is known.
    private struct Called: Sendable {
        var response: WebResponse
        /// Makes the response, when what it takes lies outside of the database.
        var later: (@Sendable () async throws -> WebResponse)?
        var caller: ServiceCaller?
        var standing: RateLimits<ID>.Standing?
    }

    /// Finds out who calls, and runs `body` for those who may.
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
                // Nothing was changed, and the same work may succeed now; the pause keeps two rivals apart.
                try? await Task.sleep(for: .milliseconds(Int.random(in: 5...40) * attempt))
                attempt += 1
            }
        }
        if let later = found?.later {
            do { found?.response = try await later() } catch { found?.response = serviceProblem(for: error, request) }
        }
        return noted(found, route, request)
    }

    /// An endpoint that may know its answer from the key alone: then it is the same for all who wait, and the database
    /// is asked about all their keys at once. nil: the answer has to be made.
    func kept(_ call: any ServiceAnswering.Type, _ route: Route, _ request: WebRequest) async -> WebResponse? {
        guard let key = Self.key(of: request) else { return failed(request) }
        do {
            guard let entry = try await services.keyGate.entry(key.hash(key: services.keys.apiKeys), now: request.now)
            else { return failed(request) }
            let kept = Result { try call.init(request).kept(entry, now: request.now, services) }
            if case .success(nil) = kept { return nil }
            let called = try answered(entry, route, request, isFirst: true) { _ in
                guard let answer = try kept.get() else { throw ServiceProblem.notFound }
                return answer
            }
            return noted(called, route, request)
        } catch {
            return serviceProblem(for: error, request)
        }
    }

    /// Counts the call, and says what its key has left.
    private func noted(_ called: Called?, _ route: Route, _ request: WebRequest) -> WebResponse {
        guard var called, let caller = called.caller, let standing = called.standing else { return failed(request) }
        services.keyUses.note(
            caller.keyID, of: caller.actor.tenant.id, endpoint: "\(route.method.rawValue) \(route.pattern)",
            isError: called.response.status.code >= 400, at: request.now)
        standing.tell(in: &called.response)
        return called.response
    }

    /// One attempt. nil: no such key. Throws when another attempt may do better, or when nobody knows who called.
    private func authenticated(
        _ hash: [UInt8], _ route: Route, _ request: WebRequest, _ mode: Connection.Mode, isFirst: Bool,
        _ body: @escaping ServiceWork
    ) async throws -> Called? {
        try await services.database.perform { connection in
            try connection.begin(mode)
            let entry = try connection.send(ServiceQueriesAcrossTenants.authenticate(hash, now: request.now)).rows()
            guard let row = entry.first else { return nil }
            return try answered(try KeyEntry(row), route, request, isFirst: isFirst) { caller in
                // A feature's own wall stands for a key as it does for an admin.
                try Declarations.current.raiseWalls(for: caller.actor, on: connection)
                return try body(connection, caller, TenantTransaction(tenant: caller.actor.tenant.id, on: connection))
            }
        }
    }

    /// What may be asked with the key, and how often; then the endpoint's answer.
    private func answered(
        _ entry: KeyEntry, _ route: Route, _ request: WebRequest, isFirst: Bool,
        _ answer: (ServiceCaller) throws -> ServiceResponse
    ) throws -> Called {
        let caller = entry.caller(request)
        // From where the key may not be used, nobody spends what it may be asked: they
        // spend their own address's failures.
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

    /// The scheme in any case, one space, the key; nothing that can't be a key comes near the database.
    static func key(of request: WebRequest) -> APIKeyText? {
        guard let header = request.headers[.authorization], header.prefix(7).lowercased() == "bearer " else {
            return nil
        }
        return APIKeyText(String(header.dropFirst(7)))
    }

    /// The same for a key that is wrong, unknown, expired, disabled or not there at all.
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
            // The key was deleted while its call was under way.
            if refused.constraint == "service_answers_key" { return failed(request) }
        }
        if case Refusal.needsSecondAdmin = error { return ServiceProblem.needsAdmins.response(to: request) }
        // Also when somebody else holds what is to be changed for longer than we wait.
        if DatabaseTrouble(error) != nil { return problem(for: error, request) }
        // The page's words would be wrong, its status and its log line are right.
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
