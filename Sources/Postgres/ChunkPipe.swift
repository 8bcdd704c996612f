/// Bytes from a connection's thread to an asynchronous reader, a few chunks at a time.
///
/// The thread waits in `send` while the reader is behind; after `stallLimit` it gives up with `.readerGone`, so that a
/// stalled client can't hold a connection.
package final class ChunkPipe: AsyncSequence, @unchecked Sendable {
    package typealias Element = [UInt8]

    private let condition = Condition()
    private let limit: Int
    private let stallLimitMilliseconds: Int
    // Guarded by `condition`.
    private var chunks: [[UInt8]] = []
    private var waiter: CheckedContinuation<[UInt8]?, any Error>?
    private var ended: Result<Void, any Error>?
    private var abandoned = false

    package init(limit: Int = 4, stallLimitMilliseconds: Int = 30_000) {
        self.limit = limit
        self.stallLimitMilliseconds = stallLimitMilliseconds
    }

    /// Called on the producing thread. Throws `.readerGone` when the reader left or stalls.
    package func send(_ chunk: [UInt8]) throws(DatabaseError) {
        let (waiting, gone): (CheckedContinuation<[UInt8]?, any Error>?, Bool) = condition.locked {
            if let waiter {
                self.waiter = nil
                return (waiter, false)
            }
            let deadline = monotonicNanoseconds() + UInt64(stallLimitMilliseconds) * 1_000_000
            while chunks.count >= limit, !abandoned {
                let now = monotonicNanoseconds()
                if now >= deadline {
                    abandoned = true
                } else {
                    condition.wait(milliseconds: Int((deadline - now) / 1_000_000) + 1)
                }
            }
            if abandoned { return (nil, true) }
            if let waiter {
                self.waiter = nil
                return (waiter, false)
            }
            chunks.append(chunk)
            return (nil, false)
        }
        if gone { throw .readerGone }
        waiting?.resume(returning: chunk)
    }

    /// No more chunks. An error reaches the reader behind the chunks already sent.
    package func finish(_ result: Result<Void, any Error>) {
        let waiting: CheckedContinuation<[UInt8]?, any Error>? = condition.locked {
            ended = result
            defer { waiter = nil }
            return waiter
        }
        waiting?.resume(with: result.map { nil })
    }

    /// The reader left: the producer's next `send` throws.
    package func abandon() {
        condition.locked {
            abandoned = true
            chunks.removeAll()
            condition.broadcast()
        }
    }

    private func next() async throws -> [UInt8]? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ready: Result<[UInt8]?, any Error>? = condition.locked {
                    if !chunks.isEmpty {
                        let chunk = chunks.removeFirst()
                        condition.broadcast()
                        return .success(chunk)
                    }
                    if let ended { return ended.map { nil } }
                    if abandoned { return .failure(CancellationError()) }
                    waiter = continuation
                    return nil
                }
                if let ready { continuation.resume(with: ready) }
            }
        } onCancel: {
            let waiting: CheckedContinuation<[UInt8]?, any Error>? = condition.locked {
                abandoned = true
                condition.broadcast()
                defer { waiter = nil }
                return waiter
            }
            waiting?.resume(throwing: CancellationError())
        }
    }

    package struct AsyncIterator: AsyncIteratorProtocol {
        let pipe: ChunkPipe
        package mutating func next() async throws -> [UInt8]? { try await pipe.next() }
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pipe: self) }
}
