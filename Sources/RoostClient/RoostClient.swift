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

    /// The user who is signed in, without asking the server; nil for nobody.
    ///
    /// - Throws: what the token store throws.
    public var user: UUID? {
        get async throws { try await keeper.stored()?.user }
    }

    /// Each sign-in and sign-out from now on, also those by the server.
    public func states() async -> AsyncStream<SignInState> { await keeper.states() }

    /// The first half of a sign-in: makes the address of the hosted page. Nothing is sent.
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

    /// The second half: checks that the address that came back answers the attempt, and gets tokens for its code. Who was signed in
    /// before is signed out.
    ///
    /// After `CallFault.network` the same may be tried again within a minute of the page's answer.
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

    /// Ends the session here and at the server, and removes the user's cached answers. What waits in their queues and synced tables
    /// stays for their next sign-in, unless `forgetting` says otherwise.
    ///
    /// - Returns: false when the server could not be told. Nobody is signed in here all the same; the session can be ended from
    ///   another device, and ends by itself after 30 days.
    /// - Throws: what the token store throws.
    @discardableResult
    public func signOut(forgetting: Bool = false) async throws -> Bool {
        guard let old = try await keeper.forget() else { return true }
        await files.close(old.user, removing: forgetting)
        do {
            try await Deadline(after: .seconds(10)).run { [endpoint] in try await endpoint.revoke(old) }
            return true
        } catch {
            return false
        }
    }

    // MARK: Calls

    /// Sends a call and returns its answer.
    ///
    /// A call that fails on its way is repeated with growing pauses, as often as the settings say. `Retry-After` is obeyed; where it
    /// asks for more than is left of the deadline, the call fails at once. Cancelling the task ends it.
    ///
    /// - Parameter deadline: how long it may take in all; nil for that of the settings.
    /// - Throws: `CallFault`; `CancellationError`; `EncodingError` for a number that JSON doesn't have.
    @discardableResult
    public func send<C: ReadCall>(_ call: C, deadline: Duration? = nil) async throws -> C.Answer {
        try await response(to: call, deadline: deadline).answer
    }

    /// Sends a call that changes something. All its repetitions have one idempotency key: it is done once.
    ///
    /// - Parameter key: for a call that the app repeats by itself, within a day, as the same: 1 to 255 visible ASCII characters.
    @discardableResult
    public func send<C: WriteCall>(_ call: C, key: String? = nil, deadline: Duration? = nil) async throws -> C.Answer {
        try await response(to: call, key: key, deadline: deadline).answer
    }

    /// The answer with its version, and where it comes from.
    public func response<C: ReadCall>(to call: C, deadline: Duration? = nil) async throws -> Response<C.Answer> {
        let prepared = try PreparedCall(call, idempotencyKey: nil)
        guard C.hasTag else {
            return try Self.response(to: call, try await sender.send(prepared, within: deadline ?? settings.deadline))
        }
        guard let user = try await user else { throw CallFault.signedOut }
        let cache = await files.cache(of: user)
        let known = await cache.entry(of: prepared)
        // What an older app has cached may lack what this one needs; then all of it is asked for.
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

    /// The last answer that is cached on this device, without asking the server, and when the server last said that it holds. nil
    /// where there is none, and for calls whose answers have no ETag.
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

    /// The queue of that name of the user who is signed in: calls that are sent when the server can be reached, in their order, also
    /// after a kill. Calls that don't depend on each other may go through queues of different names.
    ///
    /// - Parameter limits: count when the queue is opened for the first time.
    /// - Throws: `CallFault.signedOut`, `JournalFault.inUse`, `FileFault`.
    public func queue(_ name: String = "calls", limits: QueueLimits = QueueLimits()) async throws -> OfflineQueue {
        guard let user = try await user else { throw CallFault.signedOut }
        return try await files.queue(name, of: user, limits: limits)
    }

    /// A table of the user who is signed in that is read and edited offline and synced.
    ///
    /// - Throws: as `queue`.
    public func table(_ name: String, over exchange: any SyncExchange) async throws -> SyncedTable {
        guard let user = try await user else { throw CallFault.signedOut }
        return try await files.table(name, of: user, over: exchange)
    }
}
