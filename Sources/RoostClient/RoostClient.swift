import Foundation

/// Roost's service API for an app, on behalf of the user who is signed in.
///
/// One client for each app and process. All of it may be used from any task at once.
public final class RoostClient: Sendable {
    public let settings: ClientSettings
    private let endpoint: TokenEndpoint
    private let keeper: TokenKeeper
    private let sender: CallSender
    private let files: UserFiles
    private let environment: ClientEnvironment

    /// - Parameters:
    ///   - tokens: `KeychainTokenStore` on Apple's systems.
    ///   - transport: what carries requests.
    public convenience init(
        _ settings: ClientSettings, tokens: any TokenStore, transport: any Transport = URLSessionTransport()
    ) {
        self.init(settings, tokens: tokens, transport: transport, environment: ClientEnvironment())
    }

    init(
        _ settings: ClientSettings, tokens: any TokenStore, transport: any Transport, environment: ClientEnvironment
    ) {
        (self.settings, self.environment) = (settings, environment)
        endpoint = TokenEndpoint(settings: settings, transport: transport, environment: environment)
        keeper = TokenKeeper(tokens, endpoint) { UserFiles.removeAnswers(of: $0, settings) }
        sender = CallSender(settings: settings, transport: transport, environment: environment, keeper: keeper)
        files = UserFiles(settings, sender, environment)
    }

    // MARK: Sign-in

    /// The signed-in user's id, without a call to the server; nil if none is.
    ///
    /// - Throws: what the token store throws.
    public var user: UUID? {
        get async throws { try await keeper.stored()?.user }
    }

    /// Each sign-in and sign-out from now on, including sessions that the server ends.
    public func states() async -> AsyncStream<SignInState> { await keeper.states() }

    /// The first half of a sign-in: makes the address of the hosted page. It sends nothing.
    ///
    /// - Parameters:
    ///   - redirect: on this machine, with the port that the app has found free; nil for that of the settings.
    ///   - hint: an e-mail address that the page is filled in with.
    ///   - language: of the page, such as `es`; nil for the browser's.
    public func beginSignIn(redirect: String? = nil, hint: String? = nil, language: String? = nil)
        throws(SettingsFault) -> SignInAttempt
    {
        try SignInAttempt(settings, redirect: redirect, hint: hint, language: language, environment)
    }

    /// The second half: checks that the returned address answers the attempt, and exchanges its code for tokens. A user
    /// who was signed in before is signed out.
    ///
    /// After `CallFault.network` it may be tried again within a minute.
    ///
    /// - Returns: the user.
    /// - Throws: `SignInFault`, `CallFault.network`, `CallFault.unavailable`, or what the token store throws.
    @discardableResult
    public func finishSignIn(_ attempt: SignInAttempt, callback: URL) async throws -> UUID {
        let code = try attempt.code(from: callback, issuer: settings.issuer)
        let outcome: TokenEndpoint.Outcome
        do {
            outcome = try await endpoint.exchange(code, attempt)
        } catch let error as URLError {
            throw CallFault.network(error)
        }
        switch outcome {
        case .given(let tokens):
            if let old = try await keeper.stored() {
                try? await endpoint.revoke(old)
                if old.user != tokens.user { await files.close(old.user, removing: false) }
            }
            try await keeper.signedIn(tokens)
            return tokens.user
        case .refused(let word, let detail): throw SignInFault.refused(word, detail)
        case .unavailable(let problem, let retryAfter):
            throw CallFault.unavailable(problem, retryAfter: retryAfter)
        }
    }

    /// Ends the session here and at the server, and removes the user's cached responses. Queues and synced tables stay
    /// for the user's next sign-in, unless `forgetting` says otherwise.
    ///
    /// - Returns: false if the server could not be reached within `ClientSettings.signOutDeadline`. The user is signed out here all the same; the session can
    /// be ended from another device, and expires after 30 days.
    /// - Throws: what the token store throws.
    @discardableResult
    public func signOut(forgetting: Bool = false) async throws -> Bool {
        guard let old = try await keeper.forget() else { return true }
        await files.close(old.user, removing: forgetting)
        do {
            try await Deadline(after: settings.signOutDeadline).run { [endpoint] in try await endpoint.revoke(old) }
            return true
        } catch {
            return false
        }
    }

    // MARK: Calls

    /// Sends a call and returns its response.
    ///
    /// A call that fails on the way is repeated with growing pauses, as often as the settings say. `Retry-After` is
    /// obeyed; if it asks for more time than the deadline leaves, the call fails at once. Cancelling the task ends the
    /// call.
    ///
    /// - Parameter deadline: how long it may take in all; nil for that of the settings.
    /// - Throws: `CallFault`; `CancellationError`; `EncodingError` for a number that JSON doesn't have.
    @discardableResult
    public func send<C: ReadCall>(_ call: C, deadline: Duration? = nil) async throws -> C.Answer {
        try await response(to: call, deadline: deadline).answer
    }

    /// Sends a call that changes data. All its repetitions have one idempotency key: it is performed once.
    ///
    /// - Parameter key: for a call that the app repeats by itself, within a day, as the same: 1 to 255 visible ASCII characters.
    @discardableResult
    public func send<C: WriteCall>(_ call: C, key: String? = nil, deadline: Duration? = nil) async throws -> C.Answer {
        try await response(to: call, key: key, deadline: deadline).answer
    }

    /// The response with its version, and whether it came from the cache.
    public func response<C: ReadCall>(to call: C, deadline: Duration? = nil) async throws -> Response<C.Answer> {
        let prepared = try PreparedCall(call, idempotencyKey: nil)
        guard C.hasTag else {
            return try Self.response(to: call, try await sender.send(prepared, within: deadline ?? settings.deadline))
        }
        guard let user = try await user else { throw CallFault.signedOut }
        let cache = await files.cache(of: user)
        let known = await cache.entry(of: prepared)
        // A response that an older app has cached may lack fields; then the whole is requested.
        let old = known.flatMap { try? C.answer(from: $0.body) }
        let answer = try await sender.send(
            prepared, of: user, known: old == nil ? nil : known?.tag, within: deadline ?? settings.deadline)
        if answer.status == 304, let known, let old {
            await cache.confirm(prepared)
            return Response(answer: old, tag: known.tag, isFromCache: true, isReplayed: false)
        }
        let response = try Self.response(to: call, answer)
        if let tag = response.tag { await cache.keep(answer.body, tag: tag, of: prepared) }
        return response
    }

    public func response<C: WriteCall>(to call: C, key: String? = nil, deadline: Duration? = nil) async throws
        -> Response<C.Answer>
    {
        let prepared = try PreparedCall(call, idempotencyKey: key ?? UUID().inPath)
        return try Self.response(to: call, try await sender.send(prepared, within: deadline ?? settings.deadline))
    }

    /// Returns the response that is cached on this device, without a call to the server, and the time at which the
    /// server last confirmed it. nil if there is none, and for calls whose responses have no ETag.
    public func cached<C: ReadCall>(_ call: C) async throws -> (answer: C.Answer, at: Date)? {
        guard let user = try await user else { throw CallFault.signedOut }
        guard let entry = await files.cache(of: user).entry(of: try PreparedCall(call, idempotencyKey: nil)),
            let answer = try? C.answer(from: entry.body)
        else { return nil }
        return (answer, entry.at)
    }

    private static func response<C: Call>(to call: C, _ answer: HTTPAnswer) throws -> Response<C.Answer> {
        Response(
            answer: try read(call, answer.body), tag: answer.headers["etag"], isFromCache: false,
            isReplayed: answer.headers["idempotency-replayed"] == "true")
    }

    private static func read<C: Call>(_ call: C, _ body: Data) throws -> C.Answer {
        do { return try C.answer(from: body) } catch { throw CallFault.unreadable("\(C.name): \(error)") }
    }

    // MARK: Offline

    /// Returns the signed-in user's queue of that name: its calls are sent in their order when the server can be
    /// reached, even after a kill. Calls that don't depend on each other may go through queues of different names.
    ///
    /// - Parameter limits: they apply when the queue is opened for the first time.
    /// - Throws: `CallFault.signedOut`, `JournalFault.inUse`, `FileFault`.
    public func queue(_ name: String = "calls", limits: QueueLimits = QueueLimits()) async throws -> OfflineQueue {
        guard let user = try await user else { throw CallFault.signedOut }
        return try await files.queue(name, of: user, limits: limits)
    }

    /// Returns a table of the signed-in user that is read and edited offline, and synced.
    ///
    /// - Throws: as `queue`.
    public func table(_ name: String, over exchange: any SyncExchange) async throws -> SyncedTable {
        guard let user = try await user else { throw CallFault.signedOut }
        return try await files.table(name, of: user, over: exchange)
    }
}
