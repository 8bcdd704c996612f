import Foundation

/// The state that the records of a queue's file describe.
struct QueueContent {
    private(set) var waiting: [QueuedCall] = []
    private(set) var failed: [FailedCall] = []
    private(set) var unreadable = 0

    init(_ records: [Data]) {
        for data in records {
            guard let record = try? JSON.decoder.decode(QueueRecord.self, from: data) else {
                unreadable += 1
                continue
            }
            apply(record)
        }
    }

    private mutating func apply(_ record: QueueRecord) {
        switch record {
        case .added(let id, let at, let call):
            waiting.append(QueuedCall(id: id, addedAt: at, triedAt: nil, call: call))
        case .tried(let id, let at):
            if let index = index(id) { waiting[index].triedAt = at }
        case .untried(let id):
            if let index = index(id) { waiting[index].triedAt = nil }
        case .troubled(let id, let trouble):
            if let index = index(id) { waiting[index].trouble = trouble }
        case .done(let id): waiting.removeAll { $0.id == id }
        case .failed(let id, let reason):
            guard let index = index(id) else { return }
            let call = waiting.remove(at: index)
            let failure = FailedCall(id: id, name: call.name, content: call.call.body, reason: reason)
            failed = (failed + [failure]).suffix(OfflineQueue.mostFailed)
        case .forgotten(let id): failed.removeAll { $0.id == id }
        }
    }

    /// The oldest calls end first, so the search is short.
    private func index(_ id: UUID) -> Int? { waiting.firstIndex { $0.id == id } }

    /// Returns the shortest list of records with the same state.
    static func records(_ waiting: [QueuedCall], _ failed: [FailedCall]) -> [QueueRecord] {
        let lost = failed.flatMap { failure -> [QueueRecord] in
            let call = PreparedCall(named: failure.name, body: failure.content)
            return [.added(failure.id, .distantPast, call), .failed(failure.id, failure.reason)]
        }
        return lost
            + waiting.flatMap { call -> [QueueRecord] in
                [.added(call.id, call.addedAt, call.call)] + (call.triedAt.map { [.tried(call.id, $0)] } ?? [])
                    + (call.trouble.map { [.troubled(call.id, $0)] } ?? [])
            }
    }
}

extension PreparedCall {
    /// The record of a call that is no longer sent.
    fileprivate init(named name: String, body: Data?) {
        (self.name, method, path, self.body, ifMatch, idempotencyKey) = (name, "", "", body, nil, nil)
    }
}
