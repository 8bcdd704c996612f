import Foundation

/// A call in the form in which each attempt sends it.
struct PreparedCall: Codable, Equatable, Sendable {
    let name: String
    let method: String
    /// The path with its query.
    let path: String
    let body: Data?
    let ifMatch: String?
    /// The idempotency key of a write.
    let idempotencyKey: String?

    init<C: Call>(_ call: C, idempotencyKey: String?) throws {
        (name, method, ifMatch) = (C.name, C.method, call.ifMatch)
        let query = call.query
        path = query.isEmpty ? call.path : call.path + "?" + FormText.encode(query.map { ($0.name, $0.value) })
        body = try call.content()
        self.idempotencyKey = idempotencyKey
    }
}

/// Sends calls with a valid token, repeats them when that may help, and obeys the server's pauses.
struct CallSender: Sendable {
    let settings: ClientSettings
    let transport: any Transport
    let environment: ClientEnvironment
    let keeper: TokenKeeper
    let pace = Pace()
    let backoff = Backoff()

    /// - Parameters:
    ///   - user: if it is somebody else's sign-in by now, nothing is sent.
    ///   - known: the ETag of what is cached.
    ///   - most: attempts; nil for as many as the settings say.
    /// - Throws: `CallFault`, or `CancellationError`.
    func send(_ call: PreparedCall, of user: UUID? = nil, known: String? = nil, most: Int? = nil, within time: Duration)
        async throws -> HTTPAnswer
    {
        let deadline = Deadline(after: time)
        return try await deadline.run {
            try await self.attempts(call, of: user, known: known, most: most ?? settings.attempts, until: deadline)
        }
    }

    /// Makes sure that there are tokens of that user.
    func check(_ user: UUID) async throws {
        guard try await keeper.tokens().user == user else { throw CallFault.signedOut }
    }

    private func attempts(
        _ call: PreparedCall, of user: UUID?, known: String?, most: Int, until deadline: Deadline
    ) async throws -> HTTPAnswer {
        var attempt = 0
        var rejected: String?
        while true {
            if let left = await pace.left() { try await pause(spread(left), within: deadline, else: .deadline) }
            let tokens = try await keeper.tokens(insteadOf: rejected)
            guard user == nil || tokens.user == user else { throw CallFault.signedOut }
            attempt += 1
            let failure: CallFault
            var asked: Duration?
            do {
                let answer = try await transport.perform(try request(call, tokens, known: known))
                switch answer.status {
                case 200..<300: return answer
                case 304 where known != nil: return answer
                case 300..<400: throw CallFault.unreadable("a redirect, to \(answer.headers["location"] ?? "nowhere")")
                case 401 where rejected == nil:
                    rejected = tokens.access
                    attempt -= 1
                    continue
                default: break
                }
                let problem = Problem(answer)
                guard problem.isTransient else { throw CallFault.refused(problem) }
                asked = answer.retryAfter(now: environment.now())
                // What is about a single call, or one endpoint's limit for a day, does not stop others.
                if let asked, problem.holdsAll { await pace.hold(for: asked) }
                failure = .unavailable(problem, retryAfter: asked)
                // A pause that the server asks for is no failed attempt: only the deadline ends it.
                if problem.status == 429, asked != nil { attempt -= 1 }
            } catch let error as URLError {
                failure = .network(error)
            }
            guard attempt < most else { throw failure }
            let own = backoff.pause(after: attempt, chance: environment.chance())
            let wait = max(own, asked.map(spread) ?? .zero)
            try await pause(wait, within: deadline, else: failure)
        }
    }

    /// Waits a little longer than the server asks, by a random part: many clients wait for the same moment.
    private func spread(_ time: Duration) -> Duration {
        time + .milliseconds(Int(min(max(time.inSeconds, 1), 5) * environment.chance() * 1000))
    }

    /// Fails at once with the cause if the next attempt would come after the deadline.
    private func pause(_ time: Duration, within deadline: Deadline, else failure: CallFault) async throws {
        guard time < deadline.left else { throw failure }
        try await environment.pause(time)
    }

    private func request(_ call: PreparedCall, _ tokens: Tokens, known: String?) throws -> HTTPCall {
        guard let url = URL(string: settings.origin + call.path) else {
            throw CallFault.unreadable("no address: \(call.path)")
        }
        var request = HTTPCall(call.method, url, body: call.body)
        request.headers = ["Authorization": "Bearer \(tokens.access)", "Accept": "application/json"]
        if call.body != nil { request.headers["Content-Type"] = "application/json" }
        if let key = call.idempotencyKey { request.headers["Idempotency-Key"] = key }
        if let tag = call.ifMatch { request.headers["If-Match"] = tag }
        if let known { request.headers["If-None-Match"] = known }
        return request
    }
}
