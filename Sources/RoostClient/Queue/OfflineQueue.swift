import Foundation

/// Writes that were made while the server could not be reached, of one user. They are on the disk before `add` returns, and are sent
/// one after another in the order in which they were added, each with an idempotency key of its own: after a kill at any moment, none
/// is lost and none is done twice.
///
/// A call that the server refuses is reported and kept aside, and so is one that the server answers with nothing but faults while it
/// answers others (`Trouble`); those behind it go on. Start `run` once in a task of the app.
public actor OfflineQueue {
    /// The server remembers idempotency keys for a day; an hour is for clocks that differ.
    static let remembered: TimeInterval = 23 * 3600
    /// Failed calls that nobody asks for don't fill the disk: of more than so many the oldest is forgotten.
    static let mostFailed = 100
    /// Bytes of file of which little is waiting any more.
    private static let spare = 65_536

    public nonisolated let user: UUID
    private let limits: QueueLimits
    private let sender: CallSender
    private let environment: ClientEnvironment
    private var journal: Journal?
    private let backoff = Backoff(first: 1, most: 300)

    /// In the order in which they are sent.
    public private(set) var waiting: [QueuedCall] = []
    /// The oldest first.
    public private(set) var failed: [FailedCall] = []
    /// Records of the file that could not be read any more: the disk has changed them.
    public nonisolated let damaged: Int

    private var isSending = false
    private var turns: [CheckedContinuation<Void, Never>] = []
    private var listening: [Int: AsyncStream<QueueEvent>.Continuation] = [:]
    private var listeners = 0
    private var dozing: [CheckedContinuation<Void, Never>] = []
    /// After a failure.
    private var isResting = false
    /// Somebody woke it while it was awake.
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

    /// Puts a call at the end. When it returns, the call is on the disk.
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
        // Whoever rests after a failure rests on: a new call changes nothing about it.
        if !isResting, !dozing.isEmpty { rouse() }
    }

    /// The app has seen that the call failed.
    public func forget(_ id: UUID) throws {
        guard failed.contains(where: { $0.id == id }) else { return }
        try write(.forgotten(id))
        failed.removeAll { $0.id == id }
        tidy()
    }

    // MARK: Sending

    /// Sends what waits until nothing is left or the server can't be reached. Two at once wait for each other.
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
        // Asked before, not after: a fault may name a time before which nothing is asked.
        let isOwn = next.trouble?.isEnough(now: environment.now()) == true ? await sender.isAnswered(user) : false
        guard waiting.first?.id == next.id else { return }
        if let tried = next.triedAt, !next.isRepeatable,
            abs(environment.now().timeIntervalSince(tried)) >= Self.remembered
        {
            return try fail(next, .doubtful)
        }
        if next.triedAt == nil {
            // Whether it arrived is not known from here on, whatever happens to this process.
            let now = environment.now()
            try write(.tried(next.id, now))
            waiting[0].triedAt = now
        }
        do {
            let answer = try await sender.send(next.call, of: user, most: 1, within: sender.settings.deadline)
            guard waiting.first?.id == next.id else { return }
            // Not waited for: after a kill it is sent again, and the server knows its key.
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

    /// On the disk: an app that is started often would otherwise begin to count each time.
    private func note(_ call: QueuedCall) throws {
        guard waiting.first?.id == call.id else { return }
        var trouble = waiting[0].trouble ?? Trouble(since: environment.now())
        trouble.add()
        waiting[0].trouble = trouble
        try write(.troubled(call.id, trouble), isDurable: false)
        tidy()
    }

    /// It may wait for days and is as new.
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

    /// Sends what waits, and what is added, for as long as its task is not cancelled. After a failure it waits longer each time, at
    /// most five minutes; `wake` makes it try at once.
    public func run() async {
        var failures = 0
        while !Task.isCancelled {
            do {
                try await drain()
                failures = 0
                if waiting.isEmpty { await doze(nil) }
            } catch CallFault.signedOut {
                // The app wakes it when the same user has signed in.
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

    /// The network is back, or the user has signed in again.
    public nonisolated func wake() { Task { await rouse() } }

    private func rouse() {
        isWoken = dozing.isEmpty
        for sleeper in dozing { sleeper.resume() }
        dozing = []
    }

    /// Until somebody wakes it, or the time is over.
    private func rest(_ time: Duration?) async {
        isResting = true
        await doze(time)
        isResting = false
    }

    /// Until something is added, somebody wakes it, or the time is over.
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

    /// What becomes of calls from now on. What failed before is in `failed`.
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

    /// Writes the file anew when most of it is over. A disk that doesn't take it keeps the long one.
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

    /// HTTP says that done twice these are as good as done once (RFC 9110, 9.2.2).
    var isRepeatable: Bool { call.method == "PUT" || call.method == "DELETE" }
}
