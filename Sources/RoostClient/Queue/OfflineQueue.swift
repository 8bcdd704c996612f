import Foundation

/// Writes that one user made while the server could not be reached. They are on the disk before `add` returns, and are
/// sent one after another in the order in which they were added, each with its own idempotency key: whenever the
/// process is killed, none is lost and none is performed twice.
///
/// A call that the server refuses is reported and set aside, and so is one that gets only faults while the server
/// answers others (`Trouble`); the calls after it are sent. Start `run` once in a task of the app.
public actor OfflineQueue {
    /// The server stores idempotency keys for a day; one hour less allows for clocks that differ.
    static let remembered: TimeInterval = 23 * 3600
    /// The most failed calls that are stored: beyond it the oldest is deleted, so that calls that the app never reads
    /// don't fill the disk.
    static let mostFailed = 100
    /// The size of the file, in bytes, from which on it is compacted.
    private static let spare = 65_536

    public nonisolated let user: UUID
    private let limits: QueueLimits
    private let sender: CallSender
    private let environment: ClientEnvironment
    private var journal: Journal?
    private let backoff = Backoff(first: 1, most: 300)

    /// The waiting calls, in the order in which they are sent.
    public private(set) var waiting: [QueuedCall] = []
    /// The failed calls, the oldest first.
    public private(set) var failed: [FailedCall] = []
    /// Counts the records of the file that could not be read because the disk has changed them.
    public nonisolated let damaged: Int

    private var isSending = false
    private var turns: [CheckedContinuation<Void, Never>] = []
    private var listening: [Int: AsyncStream<QueueEvent>.Continuation] = [:]
    private var listeners = 0
    private var dozing: [CheckedContinuation<Void, Never>] = []
    /// True after a failure.
    private var isResting = false
    /// True if `wake` was called while the queue was awake.
    private var isWoken = false

    init(_ file: URL, of user: UUID, limits: QueueLimits, _ sender: CallSender) throws {
        (self.user, self.limits, self.sender, environment) = (user, limits, sender, sender.environment)
        let journal = try Journal(file)
        let content = QueueContent(journal.found)
        journal.forgetFound()
        (waiting, failed) = (content.waiting, content.failed)
        damaged = journal.damaged + content.unreadable
        self.journal = journal
    }

    // MARK: Adding

    /// Adds a call at the end. When it returns, the call is on the disk.
    ///
    /// - Returns: the call's id, by which `events` and `failed` name it.
    /// - Throws: `QueueFault`; `FileFault` when the disk doesn't take it: then it is not queued.
    @discardableResult
    public func add<C: WriteCall>(_ call: C) throws -> UUID {
        let id = UUID()
        try add(
            QueuedCall(
                id: id, addedAt: environment.now(), triedAt: nil, call: PreparedCall(call, idempotencyKey: id.inPath)))
        return id
    }

    private func add(_ call: QueuedCall) throws {
        guard waiting.count < limits.calls, waiting.reduce(call.bytes, { $0 + $1.bytes }) <= limits.bytes else {
            throw QueueFault.full
        }
        try write(.added(call.id, call.addedAt, call.call))
        waiting.append(call)
        // A new call does not end the pause after a failure.
        if !isResting, !dozing.isEmpty { rouse() }
    }

    /// Called when the app has seen that the call failed; deletes it.
    public func forget(_ id: UUID) throws {
        guard failed.contains(where: { $0.id == id }) else { return }
        try write(.forgotten(id))
        failed.removeAll { $0.id == id }
        tidy()
    }

    // MARK: Sending

    /// Sends the waiting calls until none is left or the server can't be reached. Simultaneous calls of this method
    /// wait for each other.
    ///
    /// - Throws: `CallFault` that is about no single call: `signedOut`, `network`, `unavailable`, `deadline`; what waits stays.
    public func drain() async throws {
        while isSending { await withCheckedContinuation { turns.append($0) } }
        isSending = true
        defer {
            isSending = false
            for turn in turns { turn.resume() }
            turns = []
        }
        while let next = waiting.first {
            try Task.checkCancellation()
            try await send(next)
        }
    }

    private func send(_ next: QueuedCall) async throws {
        try await sender.check(user)
        // Checked before and not after: a fault may name a time before which nothing may be sent.
        let isOwn = next.trouble?.isEnough(now: environment.now()) == true ? await sender.isAnswered(user) : false
        guard waiting.first?.id == next.id else { return }
        if let tried = next.triedAt, !next.isRepeatable,
            abs(environment.now().timeIntervalSince(tried)) >= Self.remembered
        {
            return try fail(next, .doubtful)
        }
        if next.triedAt == nil {
            // From here on it is not known whether the call arrived, even if the process is killed.
            let now = environment.now()
            try write(.tried(next.id, now))
            waiting[0].triedAt = now
        }
        do {
            let answer = try await sender.send(next.call, of: user, most: 1, within: sender.settings.deadline)
            guard waiting.first?.id == next.id else { return }
            // The write is not awaited: after a kill the call is sent again, and the server recognises its key.
            try write(.done(next.id), isDurable: false)
            waiting.removeFirst()
            tell(.done(next.id, answer.body))
            tidy()
        } catch CallFault.refused(let problem) where !problem.isAboutAll {
            try fail(next, .refused(problem))
        } catch let fault as CallFault {
            if let problem = fault.trouble {
                if isOwn { return try fail(next, .failing(problem)) }
                try note(next)
            }
            if fault.isSurelyUndone, next.triedAt == nil { try untry(next) }
            throw fault
        }
    }

    /// Stored on the disk: otherwise an app that is started often would begin to count each time.
    private func note(_ call: QueuedCall) throws {
        guard waiting.first?.id == call.id else { return }
        var trouble = waiting[0].trouble ?? Trouble(since: environment.now())
        trouble.add()
        waiting[0].trouble = trouble
        try write(.troubled(call.id, trouble), isDurable: false)
        tidy()
    }

    /// Builds the request again, since the call may have waited for days.
    private func untry(_ call: QueuedCall) throws {
        guard waiting.first?.id == call.id else { return }
        try write(.untried(call.id), isDurable: false)
        waiting[0].triedAt = nil
        tidy()
    }

    private func fail(_ call: QueuedCall, _ reason: FailedCall.Reason) throws {
        guard waiting.first?.id == call.id else { return }
        try write(.failed(call.id, reason))
        waiting.removeFirst()
        let failure = FailedCall(id: call.id, name: call.name, content: call.call.body, reason: reason)
        failed = (failed + [failure]).suffix(Self.mostFailed)
        tell(.failed(failure))
        tidy()
    }

    /// Sends waiting and added calls until its task is cancelled. After each failure it waits longer, at most five
    /// minutes; `wake` makes it try at once.
    public func run() async {
        var failures = 0
        while !Task.isCancelled {
            do {
                try await drain()
                failures = 0
                if waiting.isEmpty { await doze(nil) }
            } catch CallFault.signedOut {
                // The app calls `wake` when the same user has signed in.
                failures = 0
                await rest(nil)
            } catch {
                failures += 1
                var pause = backoff.pause(after: failures, chance: environment.chance())
                if case CallFault.unavailable(_, let asked?) = error { pause = max(pause, asked) }
                await rest(pause)
            }
        }
    }

    /// Called when the network is back, or the user has signed in again.
    public nonisolated func wake() { Task { await rouse() } }

    private func rouse() {
        isWoken = dozing.isEmpty
        for sleeper in dozing { sleeper.resume() }
        dozing = []
    }

    /// Waits until `wake` is called or the time is over.
    private func rest(_ time: Duration?) async {
        isResting = true
        await doze(time)
        isResting = false
    }

    /// Waits until a call is added, `wake` is called or the time is over.
    private func doze(_ time: Duration?) async {
        guard !isWoken else {
            isWoken = false
            return
        }
        let timer = time.map { time in
            Task { [weak self, environment] in
                try await environment.pause(time)
                await self?.rouse()
            }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleeper in
                if Task.isCancelled { sleeper.resume() } else { dozing.append(sleeper) }
            }
        } onCancel: {
            wake()
        }
        timer?.cancel()
    }

    // MARK: Telling

    /// The outcomes of calls from now on. `failed` has the earlier failures.
    public func events() -> AsyncStream<QueueEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: QueueEvent.self)
        listeners += 1
        let id = listeners
        listening[id] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.stopListening(id) } }
        return stream
    }

    private func stopListening(_ id: Int) { listening[id] = nil }
    private func tell(_ event: QueueEvent) { for listener in listening.values { listener.yield(event) } }

    // MARK: The file

    private func write(_ record: QueueRecord, isDurable: Bool = true) throws {
        guard let journal else { throw QueueFault.closed }
        try journal.append(try JSON.encoder.encode(record), isDurable: isDurable)
    }

    /// Compacts the file when most of it is obsolete. If the disk refuses, the longer file stays.
    private func tidy() {
        guard let journal, journal.bytes > Self.spare, journal.bytes > 4 * waiting.reduce(0, { $0 + $1.bytes }) else {
            return
        }
        let records = QueueContent.records(waiting, failed)
        try? journal.replace(with: records.compactMap { try? JSON.encoder.encode($0) })
    }

    func close() {
        journal = nil
        (waiting, failed) = ([], [])
        rouse()
    }
}

extension QueuedCall {
    var bytes: Int { call.path.utf8.count + (call.body?.count ?? 0) }

    /// True for methods of which HTTP says that repeating a call changes nothing more (RFC 9110, 9.2.2).
    var isRepeatable: Bool { call.method == "PUT" || call.method == "DELETE" }
}
