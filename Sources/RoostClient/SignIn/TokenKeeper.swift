import Foundation

/// Owns the tokens, and lets all callers who need new ones wait for one refresh: a refresh token that is sent twice
/// ends the session.
actor TokenKeeper {
    /// The seconds before its end from which on an access token is no longer sent.
    private static let margin = 30.0
    private static let attempts = 4

    private let store: any TokenStore
    private let endpoint: TokenEndpoint
    private let environment: ClientEnvironment
    private let backoff = Backoff()

    private var tokens: Tokens?
    private var isLoaded = false
    /// The tokens that the store has not stored yet.
    private var isUnsaved = false
    private var isRefreshing = false
    /// Counts sign-ins and sign-outs: the result of a refresh that began before one is discarded.
    private var epoch = 0

    private var waiting: [Int: CheckedContinuation<Tokens, any Error>] = [:]
    private var listening: [Int: AsyncStream<SignInState>.Continuation] = [:]
    private var next = 0

    private let whenEnded: @Sendable (UUID) -> Void

    /// `whenEnded` is called when the server has ended the session of that user.
    init(
        _ store: any TokenStore, _ endpoint: TokenEndpoint, whenEnded: @escaping @Sendable (UUID) -> Void = { _ in }
    ) {
        (self.store, self.endpoint, environment) = (store, endpoint, endpoint.environment)
        self.whenEnded = whenEnded
    }

    // MARK: Who is signed in

    func stored() throws -> Tokens? {
        if !isLoaded {
            let found = try store.load()
            let isOurs = found?.issuer == endpoint.settings.issuer && found?.clientID == endpoint.settings.clientID
            (tokens, isLoaded) = (isOurs ? found : nil, true)
        }
        return tokens
    }

    func signedIn(_ new: Tokens) throws {
        try store.save(new)
        epoch += 1
        (tokens, isLoaded, isUnsaved) = (new, true, false)
        tell(.signedIn(new.user))
    }

    /// Removes the tokens and returns them, so that they can be revoked at the server.
    func forget() throws -> Tokens? {
        let old = try stored()
        try store.remove()
        end()
        return old
    }

    /// Ends the wait of all callers that wait for a refresh.
    private func end() {
        epoch += 1
        let wasSignedIn = tokens != nil
        (tokens, isLoaded, isUnsaved) = (nil, true, false)
        if wasSignedIn { tell(.signedOut) }
        finish(.failure(CallFault.signedOut))
    }

    func states() -> AsyncStream<SignInState> {
        let (stream, continuation) = AsyncStream.makeStream(of: SignInState.self, bufferingPolicy: .bufferingNewest(8))
        next += 1
        let id = next
        listening[id] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.stopListening(id) } }
        return stream
    }

    private func stopListening(_ id: Int) { listening[id] = nil }
    private func tell(_ state: SignInState) { for listener in listening.values { listener.yield(state) } }

    // MARK: Tokens for a call

    /// Returns tokens that should work. `rejected` is the access token that the server has just refused: another one is
    /// returned.
    ///
    /// - Throws: `CallFault.signedOut`, or why no new ones could be had.
    func tokens(insteadOf rejected: String? = nil) async throws -> Tokens {
        guard let current = try stored() else { throw CallFault.signedOut }
        if isUnsaved { isUnsaved = (try? store.save(current)) == nil }
        if current.access != rejected, current.accessEnds.timeIntervalSince(environment.now()) > Self.margin {
            return current
        }
        next += 1
        let id = next
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                waiting[id] = continuation
                guard !isRefreshing else { return }
                isRefreshing = true
                // A task of its own: if one caller is cancelled, the others still get their tokens.
                Task { await self.refresh(current) }
            }
        } onCancel: {
            Task { await self.abandon(id) }
        }
    }

    private func abandon(_ id: Int) { waiting.removeValue(forKey: id)?.resume(throwing: CancellationError()) }

    private func finish(_ result: Result<Tokens, any Error>) {
        let all = waiting.values
        waiting = [:]
        for continuation in all { continuation.resume(with: result) }
    }

    private func refresh(_ old: Tokens) async {
        let epoch = epoch
        let result = await refreshed(old)
        isRefreshing = false
        guard epoch == self.epoch else {
            // The user signed out, or in again, during the refresh; its callers have already been answered, and new
            // ones wait for the current state.
            if let tokens { finish(.success(tokens)) } else { finish(.failure(CallFault.signedOut)) }
            return
        }
        switch result {
        case .success(let new):
            tokens = new
            // The tokens work from memory; each call tries to store them again.
            isUnsaved = (try? store.save(new)) == nil
            finish(.success(new))
        case .failure(CallFault.signedOut):
            // If the store can't remove them, it has tokens that the server refuses again.
            try? store.remove()
            whenEnded(old.user)
            end()
        case .failure(let error): finish(.failure(error))
        }
    }

    /// Repeated if no response came: if the server has used the token, the session is lost already, and another attempt
    /// loses nothing more.
    private func refreshed(_ old: Tokens) async -> Result<Tokens, any Error> {
        var attempt = 0
        while true {
            attempt += 1
            let failure: any Error
            var asked: Duration?
            do {
                switch try await endpoint.refresh(old) {
                case .given(let new): return .success(new)
                // The session has ended, or the app is no longer registered. Anything else is our own fault.
                case .refused("invalid_grant", _), .refused("invalid_client", _):
                    return .failure(CallFault.signedOut)
                case .refused(let word, let detail):
                    return .failure(
                        CallFault.refused(Problem(type: word, title: "Not refreshed", status: 400, detail: detail)))
                case .unavailable(let problem, let retryAfter):
                    (failure, asked) = (CallFault.unavailable(problem, retryAfter: retryAfter), retryAfter)
                }
            } catch let error as URLError {
                failure = CallFault.network(error)
            } catch {
                return .failure(error)
            }
            let pause = max(backoff.pause(after: attempt, chance: environment.chance()), asked ?? .zero)
            // Longer than any caller waits.
            guard attempt < Self.attempts, pause <= .seconds(30) else { return .failure(failure) }
            do { try await environment.pause(pause) } catch { return .failure(error) }
        }
    }
}

/// Whether a user is signed in.
public enum SignInState: Sendable, Equatable {
    case signedIn(UUID)
    /// The app, or the server, has ended the session.
    case signedOut
}
