/// Passes bytes from a connection's thread to an asynchronous reader.
///
/// The thread waits in `send` while the pipe is full. A reader that is slower than the pace loses the pipe: `send`
/// throws `.readerGone`, so that a slow client can't hold a connection for long.
package final class ChunkPipe: AsyncSequence, @unchecked Sendable {
    package typealias Element = [UInt8]

    /// Bytes that every pipe may buffer.
    package static let capacity = 262_144
    /// Bytes that a pipe may buffer while the budget allows it. A list that is small enough to be sent at once fits,
    /// so that its query ends at the database's speed, however slow the client is.
    package static let roomy = 4_194_304
    /// Bytes that a reader gets at once. A slow line takes seconds to read them, so its pace can be measured.
    package static let slice = 65_536

    private let condition = Condition()
    private let capacity: Int
    private let budget: ByteBudget?
    // Guarded by `condition`.
    private var chunks: [ArraySlice<UInt8>] = []
    private var held = 0
    private var borrowed = 0
    private var clock: ReaderPace.Clock
    private var waiter: CheckedContinuation<[UInt8]?, any Error>?
    private var producer: (waiting: CheckedContinuation<Void, Never>, count: Int)?
    private var ended: Result<Void, any Error>?
    private var abandoned = false

    package init(capacity: Int = ChunkPipe.capacity, pace: ReaderPace = .least, budget: ByteBudget? = nil) {
        self.capacity = capacity
        self.budget = budget
        clock = ReaderPace.Clock(pace)
    }

    deinit { budget?.giveBack(borrowed) }

    /// Is called on the producing thread. Throws `.readerGone` if the reader disconnected or is too slow.
    package func send(_ chunk: [UInt8]) throws(DatabaseError) {
        let outcome: Put = condition.locked {
            while !abandoned, !hasRoom(for: chunk.count) {
                let left = clock.left(at: monotonicNanoseconds())
                if left <= 0 { abandon(locked: ()) } else { condition.wait(milliseconds: Int(left / 1_000_000) + 1) }
            }
            return put(chunk)
        }
        try pass(outcome)
    }

    /// The same for an asynchronous producer, which blocks no thread while it waits. `endIfSlow` detects a slow
    /// reader.
    package func give(_ chunk: [UInt8]) async throws(DatabaseError) {
        await withCheckedContinuation { continuation in
            let isNow = condition.locked {
                if abandoned || hasRoom(for: chunk.count) { return true }
                producer = (continuation, chunk.count)
                return false
            }
            if isNow { continuation.resume() }
        }
        try pass(condition.locked { put(chunk) })
    }

    private enum Put {
        case gone
        case held
        case awaited(CheckedContinuation<[UInt8]?, any Error>)
    }

    private func pass(_ put: Put) throws(DatabaseError) {
        switch put {
        case .gone: throw .readerGone
        case .held: break
        case .awaited(let waiting): hand(to: waiting)
        }
    }

    /// Ends the chunks. An error reaches the reader after the chunks already sent.
    package func finish(_ result: Result<Void, any Error>) {
        let waiting: CheckedContinuation<[UInt8]?, any Error>? = condition.locked {
            ended = result
            defer { waiter = nil }
            return waiter
        }
        waiting?.resume(with: result.map { nil })
    }

    /// The reader disconnected: the producer's next `send` throws.
    package func abandon() { condition.locked { abandon(locked: ()) } }

    /// Ends the pipe if its reader is slower than the pace, even if the producer has sent everything. Returns false
    /// when there is nothing left to watch.
    package func endIfSlow() -> Bool {
        condition.locked {
            if clock.left(at: monotonicNanoseconds()) <= 0 { abandon(locked: ()) }
            return !abandoned && (ended == nil || !chunks.isEmpty)
        }
    }

    /// Waits for the first bytes or the end without consuming them. Throws the producer's error if it failed before
    /// its first byte.
    package func begin() async throws {
        guard let first = try await next() else { return }
        condition.locked {
            guard !abandoned else { return }
            chunks.insert(first[...], at: 0)
            held += first.count
        }
    }

    private func next() async throws -> [UInt8]? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in hand(to: continuation) }
        } onCancel: {
            let waiting: CheckedContinuation<[UInt8]?, any Error>? = condition.locked {
                abandon(locked: ())
                defer { waiter = nil }
                return waiter
            }
            waiting?.resume(throwing: CancellationError())
        }
    }

    /// Gives the reader the next bytes, or lets it wait.
    private func hand(to continuation: CheckedContinuation<[UInt8]?, any Error>) {
        let ready: Result<[UInt8]?, any Error>? = condition.locked {
            if abandoned { return .failure(CancellationError()) }
            if let first = chunks.first { return .success(take(first)) }
            if let ended { return ended.map { nil } }
            clock.pause(at: monotonicNanoseconds())
            waiter = continuation
            return nil
        }
        if let ready { continuation.resume(with: ready) }
    }

    // MARK: Only inside `condition.locked`

    private func put(_ chunk: [UInt8]) -> Put {
        if abandoned { return .gone }
        guard !chunk.isEmpty else { return .held }
        clock.run(at: monotonicNanoseconds())
        chunks.append(chunk[...])
        held += chunk.count
        guard let waiter else { return .held }
        self.waiter = nil
        return .awaited(waiter)
    }

    /// Resumes an asynchronous producer if there is room.
    private func wakeProducer() {
        guard let waiting = producer, abandoned || hasRoom(for: waiting.count) else { return }
        producer = nil
        waiting.waiting.resume()
    }

    private func take(_ first: ArraySlice<UInt8>) -> [UInt8] {
        let part = Array(first.prefix(Self.slice))
        if part.count == first.count { chunks.removeFirst() } else { chunks[0] = first.dropFirst(part.count) }
        held -= part.count
        let spare = borrowed - Swift.max(0, held - capacity)
        if spare > 0 {
            borrowed -= spare
            budget?.giveBack(spare)
        }
        clock.took(part.count, at: monotonicNanoseconds())
        condition.broadcast()
        wakeProducer()
        return part
    }

    private func hasRoom(for count: Int) -> Bool {
        // A chunk that is larger than the pipe passes when the pipe is empty.
        if held + count <= capacity || held == 0 { return true }
        guard let budget, held + count <= Self.roomy else { return false }
        let wanted = held + count - capacity - borrowed
        guard wanted > 0 else { return true }
        guard budget.take(wanted) else { return false }
        borrowed += wanted
        return true
    }

    private func abandon(locked: Void) {
        abandoned = true
        chunks.removeAll()
        held = 0
        budget?.giveBack(borrowed)
        borrowed = 0
        condition.broadcast()
        wakeProducer()
    }

    package struct AsyncIterator: AsyncIteratorProtocol {
        let pipe: ChunkPipe
        package mutating func next() async throws -> [UInt8]? { try await pipe.next() }
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pipe: self) }
}
