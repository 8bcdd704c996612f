import HTML
import HTTPTypes
import Logging
import Postgres
import Secrets
import Synchronization
import Templates
import Web

/// Performs an action of each shape in its transaction, for authenticated requests; commits a change together with
/// its event.
extension Console {
    // MARK: Reading

    func read<Action: Reading>(_ type: Action.Type, _ route: Route, _ request: WebRequest) async throws -> WebResponse {
        // A page made from a form is expensive, and may contain typed values: requests from other sites are refused.
        guard request.method != .post || !request.isCrossSite else { throw Refusal.notAllowed }
        let action = try type.init(request)
        let answer = {
            @Sendable (connection: Connection, actor: Actor, prefetched: Action.Prefetched) throws -> Served in
            let tx = TenantTransaction(tenant: actor.tenant.id, on: connection)
            let reply = try action.reply(prefetched, in: tx, by: actor, services)
            if let event = reply.recorded {
                try services.trail.append(event, by: actor, in: tx)
                try connection.commit()
            } else {
                try connection.commitWithoutWaiting()
            }
            return switch reply {
            case .page(let page, _): .now(Self.page(page, for: actor))
            case .json(let json): .now(.json(json))
            case .file(let served, _): served
            }
        }
        let outcome = try await authenticatedFor(
            route, request, type.isRecorded ? .readWrite : .readOnly, prefetch: { try action.prefetch($0, services) },
            answer)
        return switch outcome {
        case .refused(let response), .authenticated(.now(let response)): response
        case .authenticated(.later(let made)): try await made()
        }
    }

    package static func page(_ page: any Page, for actor: Actor, status: HTTPResponse.Status = .ok) -> WebResponse {
        var response = WebResponse.page(page, in: actor.language, status: status)
        if let moving = page as? any Refreshing { response.headers[.refresh] = String(moving.refreshSeconds) }
        // The message is shown once: the next page does not have it.
        if actor.flash != nil, let session = actor.session {
            response.setCookie(
                Cookie(name: Authentication.flashCookie, value: "", isSecure: session.isSecure, maxAgeSeconds: 0))
        }
        return response
    }

    // MARK: Changing

    func change(_ change: any Changing.Type, _ route: Route, _ request: WebRequest) async throws -> WebResponse {
        var response = try await perform(change, route, request)
        // A message that no page has shown yet is about something earlier: a file that was downloaded, say.
        let flash = Cookie.name(Authentication.flashCookie, isSecure: request.isSecure)
        if request.cookie(flash) != nil, !response.headers[values: .setCookie].contains(where: { $0.hasPrefix(flash) })
        {
            response.setCookie(
                Cookie(name: Authentication.flashCookie, value: "", isSecure: request.isSecure, maxAgeSeconds: 0))
        }
        return response
    }

    private func perform(_ change: any Changing.Type, _ route: Route, _ request: WebRequest) async throws -> WebResponse
    {
        guard request.form.repeated.allSatisfy({ change.isList($0) }) else { return problem(request, .badRequest) }
        var action = try change.init(request)
        guard !request.isCrossSite else { throw Refusal.notAllowed }
        if route.fileLimit > 0 {
            if case .refused(let response) = try await authenticatedFor(route, request, .readOnly, { _, _ in }) {
                return response
            }
            try await action.receive(services)
        }
        if route.isStepUp, let code = request.form[StepUp.field] {
            switch try await confirm(code, route, request) {
            case .refused(let response): return response
            case .authenticated(let session):
                // The old session has ended: the browser needs the new one whether the act succeeds or not.
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

    /// `successor` is the session that step-up authentication has just started in this request; the form contains the
    /// old session's token.
    private func run(
        _ action: any Changing, _ route: Route, _ request: WebRequest, as successor: Token? = nil
    ) async throws -> WebResponse {
        var attempt = 0
        while true {
            attempt += 1
            let operation = ID.make(at: request.now)
            do {
                return try await authenticated(route, request, .readWrite, as: successor, requiresCode: false) {
                    connection, actor in
                    let tx = TenantTransaction(tenant: actor.tenant.id, on: connection)
                    var change = try RequestApproval.orDone(action, route, request, in: tx, by: actor, services)
                    // Step-up authentication is requested last: the typed values are valid, and the effect is known.
                    // Nothing is stored: the transaction ends without a commit.
                    if route.isStepUp(of: actor), StepUp.isDue(actor) {
                        return Self.asking(route, request, for: change.event.action, by: actor, services)
                    }
                    change.event.id = operation
                    let home = TenantTransaction(tenant: change.tenant ?? tx.tenant, on: connection)
                    if home.tenant == actor.tenant.id {
                        try TriggeredMessages.send([change.event], in: tx, by: actor, services)
                    }
                    try services.trail.append(change.event, by: actor.cleared(change.clearance), in: home)
                    try commit(connection, of: home.tenant, metadata: ["operation": "\(operation)"]) { tx in
                        try tx.first(AuditQueries.exists(operation))?.bool("there") ?? false
                    }
                    return Self.answer(change, for: actor)
                }
            } catch let error as DatabaseError where error.isTransient && attempt < 3 {
                // Nothing was changed, and the same work may succeed now; the pause separates two competing
                // transactions.
                try await Task.sleep(for: .milliseconds(Int.random(in: 5...40) * attempt))
            }
        }
    }

    /// Checks the code that was sent with a form, in a transaction of its own, so that a later failure does not roll
    /// it back.
    private func confirm(_ code: String, _ route: Route, _ request: WebRequest) async throws -> Outcome<NewSession> {
        try await authenticatedFor(route, request, .readWrite, requiresCode: false) { connection, actor in
            guard let admin = actor.id else { throw Refusal.notAllowed }
            func again(_ error: StringKey) -> Refusal {
                .form(StepUp.page(route, request, error: error, by: actor, services))
            }
            guard !code.trimmingSpaces.isEmpty else { throw again(Strings.error_required) }
            // Authentication belongs to no tenant.
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

    private static func asking(
        _ route: Route, _ request: WebRequest, for act: AuditAction, by actor: Actor, _ services: Services
    ) -> WebResponse {
        page(StepUp.page(route, request, act: act, by: actor, services), for: actor, status: .forbidden)
    }

    private static func answer(_ change: Change, for actor: Actor) -> WebResponse {
        var response: WebResponse
        switch change.next {
        case .to(let link, let flash, let undo, let warning):
            response = .redirect(to: link)
            if let said = Actor.Said(flash, undo: undo, warning: warning), let session = actor.session {
                let value = said.cookie
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

    // MARK: Streaming a file

    private enum Streamed: Sendable {
        case made(Download, Actor)
        /// The page that requests a code before anything is sent.
        case asking(WebResponse)
    }

    func stream(_ file: any Downloading.Type, _ route: Route, _ request: WebRequest) async throws -> WebResponse {
        // A HEAD request would start a stream that is never read.
        guard request.method == .get else { throw Refusal.notFound }
        let action = try file.init(request)
        let outcome = try await authenticatedFor(route, request, .readWrite, requiresCode: false) {
            connection, actor -> Streamed in
            let tx = TenantTransaction(tenant: actor.tenant.id, on: connection)
            let download = try action.prepare(in: tx, by: actor, services)
            if route.isStepUp(of: actor), StepUp.isDue(actor) {
                return .asking(Self.asking(route, request, for: download.record.begun.action, by: actor, services))
            }
            try services.trail.append(download.record.begun, by: actor, in: tx)
            try connection.commit()
            return .made(download, actor)
        }
        switch outcome {
        case .refused(let response), .authenticated(.asking(let response)): return response
        case .authenticated(.made(let download, let actor)):
            let pipe = try await download.start(by: actor, services)
            var response = WebResponse.download(pipe, name: download.name, type: download.type)
            // A file is no page, so the next page shows that it was sent.
            if let session = actor.session {
                let hasReason = !download.record.begun.reason.isEmpty
                let sent = hasReason ? Strings.export_sent : Strings.export_sent_without_reason
                response.setCookie(
                    Cookie(
                        name: Authentication.flashCookie, value: Actor.Said(sent).cookie,
                        isSecure: session.isSecure, maxAgeSeconds: 60))
            }
            return response
        }
    }

    // MARK: The service API

    func service<Call: ServiceAnswering>(_ type: Call.Type, _ route: Route, _ request: WebRequest) async -> WebResponse
    {
        if route.isCached, let answer = await cached(type, route, request) { return answer }
        let received = Mutex<Call?>(nil)
        let manner = type.manner(of: request)
        let answer: ServiceWork = { connection, caller, tx in
            let action = { try received.withLock { $0 } ?? type.init(request) }
            if manner == .writes { return try write(action, route, request, connection, caller, tx) }
            let (found, events) = try action().recorded(in: tx, by: caller, services)
            let answer = try counted(found, events, route, by: caller)
            try services.trail.append(events, by: caller.actor, in: tx)
            if manner == .reads { try connection.commitWithoutWaiting() } else { try connection.commit() }
            return answer
        }
        let mode: Connection.Mode = manner == .reads ? .readOnly : .readWrite
        guard route.access == .user else { return await called(route, request, mode, answer) }
        guard type.receivesFile else { return await calledByUser(route, request, mode, answer) }
        return await calledByUser(
            route, request, mode, answer,
            before: {
                var action = try type.init(request)
                try await action.receive(services)
                received.withLock { [action] in $0 = action }
            })
    }

    /// Performs a request once per Idempotency-Key.
    private func write<Call: ServiceAnswering>(
        _ made: () throws -> Call, _ route: Route, _ request: WebRequest, _ connection: Connection,
        _ caller: ServiceCaller, _ tx: borrowing TenantTransaction
    ) throws -> ServiceResponse {
        let key = try IdempotencyKey(request, of: caller, services.keys)
        let action = try made()
        // Both travel together. The lock ends with the transaction, so whoever gets it sees what was stored under it.
        let lock = try tx.send(key.lock)
        let stored = try tx.send(key.stored(now: request.now))
        guard try lock.rows().first?.bool("is_ours") == true else { throw ServiceProblem.stillRunning }
        if let row = try stored.rows().first { return try key.replay(row) }
        let (done, events) = try action.recorded(in: tx, by: caller, services)
        let answer = try counted(done, events, route, by: caller)
        if answer.isStored { try tx.execute(key.store(answer, now: request.now)) }
        try TriggeredMessages.send(events, in: tx, by: caller.actor, user: caller.user?.id, services)
        try services.trail.append(events, by: caller.actor, in: tx)
        // The response is stored if and only if the change is.
        try commit(connection, of: key.tenant) { tx in try tx.first(key.stored(now: .now)) != nil }
        return answer
    }

    // MARK: Committing

    /// If the outcome of a COMMIT is unknown, it is looked up on a new connection, by a row that the same transaction
    /// wrote: never guessed, never repeated.
    private func commit(
        _ connection: Connection, of tenant: ID, metadata: Logger.Metadata = [:],
        isThere: (borrowing TenantTransaction) throws -> Bool
    ) throws {
        do {
            try connection.commit()
        } catch DatabaseError.outcomeUnknown(let why) {
            services.logger.error(
                "commit without an answer", metadata: metadata.merging(["cause": "\(why)"]) { $1 })
            let fresh = try Connection(
                services.database.settings.connectionString, options: services.database.pageOptions)
            if try fresh.inTenant(tenant, .readOnly, isThere) { return }
            // A COMMIT that only waits, as for a standby that is gone, may still take effect: nobody is told that nothing
            // was changed.
            throw connection.isAbandoned ? DatabaseError.outcomeUnknown(why) : .unavailable(why)
        }
    }
}
