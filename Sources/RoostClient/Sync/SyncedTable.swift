import Foundation

/// Records that are read and edited offline, and synced with the server field by field: of two edits of one field the one that the
/// server took later wins, on all devices alike, and both are kept (`SyncRecord.fields`).
///
/// An edit is on the disk before `edit` returns. Cursor and content are written together: after a kill at any moment nothing is lost,
/// and what is sent again changes nothing.
public actor SyncedTable {
    /// Bytes of file from which on it is written anew, if most of it is over.
    private static let spare = 262_144

    private let exchange: any SyncExchange
    private var journal: Journal?
    /// Of the file when it was last written anew.
    private var wholeBytes = 0
    private var content: SyncContent
    private var isSyncing = false
    private var turns: [CheckedContinuation<Void, Never>] = []

    init(_ file: URL, over exchange: any SyncExchange) throws {
        let journal = try Journal(file)
        content = SyncContent(journal.found, isDamaged: journal.damaged > 0)
        journal.forgetFound()
        (self.journal, self.exchange) = (journal, exchange)
    }

    // MARK: Reading and editing

    /// Those that are not deleted, in no order.
    public var records: [SyncRecord] { content.records.values.filter { !$0.isDeleted } }

    /// Also when it is deleted.
    public func record(_ id: UUID) -> SyncRecord? { content.records[id] }

    /// Edits that the server has not taken yet.
    public var pending: Int { content.edits.count }

    /// Sets fields of a record, which is made if it is not there. Fields that are not named stay as they are.
    ///
    /// - Throws: `FileFault` when the disk doesn't take it: then nothing is changed. `QueueFault.closed` after a sign-out that forgets.
    public func edit(_ record: UUID, _ fields: [String: JSONValue]) throws {
        let edit = SyncEdit(record: record, fields: fields)
        try write(.edited(edit))
        content.take(edit)
    }

    public func delete(_ record: UUID) throws { try edit(record, [SyncEdit.deleted: true]) }

    // MARK: Syncing

    /// Sends this device's edits and takes the server's, until neither has more. Two at once wait for each other.
    ///
    /// - Returns: the edits that the server doesn't take. They are undone on this device.
    /// - Throws: what the exchange throws. What was taken before stays; all else is sent again next time.
    @discardableResult
    public func sync() async throws -> [RefusedEdit] {
        while isSyncing { await withCheckedContinuation { turns.append($0) } }
        isSyncing = true
        defer {
            isSyncing = false
            for turn in turns { turn.resume() }
            turns = []
        }
        var refused: [RefusedEdit] = []
        while true {
            try Task.checkCancellation()
            let sent = Array(content.edits.prefix(exchange.mostEdits))
            let answer = try await exchange.exchange(sent, after: content.cursor)
            refused += sent.compactMap { edit in answer.refused[edit.id].map { RefusedEdit(edit: edit, why: $0) } }
            try write(.answered(answer))
            content.take(answer)
            tidy()
            // A server that answers nothing to an edit would be asked for ever.
            let isHeard = sent.contains { answer.taken.contains($0.id) || answer.refused[$0.id] != nil }
            guard answer.hasMore || isHeard && !content.edits.isEmpty else { return refused }
        }
    }

    // MARK: The file

    private func write(_ line: SyncLine) throws {
        guard let journal else { throw QueueFault.closed }
        try journal.append(try JSON.encoder.encode(line))
    }

    private func tidy() {
        guard let journal, journal.bytes > Self.spare, journal.bytes > 2 * wholeBytes,
            let whole = try? JSON.encoder.encode(content.line)
        else { return }
        // A disk that doesn't take it keeps the long one.
        try? journal.replace(with: [whole])
        wholeBytes = journal.bytes
    }

    func close() {
        journal = nil
        content = SyncContent([])
    }
}

/// What the lines of a table's file amount to.
struct SyncContent {
    private(set) var records: [UUID: SyncRecord] = [:]
    private(set) var edits: [SyncEdit] = []
    private(set) var cursor: String?

    /// What a damaged line held is asked for anew, from the beginning: what is known already changes nothing.
    init(_ lines: [Data], isDamaged: Bool = false) {
        var isDamaged = isDamaged
        for line in lines {
            switch try? JSON.decoder.decode(SyncLine.self, from: line) {
            case .edited(let edit): take(edit)
            case .answered(let answer): take(answer)
            case .whole(let fields, let edits, let cursor):
                (records, self.edits, self.cursor) = ([:], [], cursor)
                for (id, fields) in fields { records[id, default: SyncRecord(id)].merge(fields) }
                for edit in edits { take(edit) }
            case nil: isDamaged = true
            }
        }
        if isDamaged { cursor = nil }
    }

    mutating func take(_ edit: SyncEdit) {
        guard !edits.contains(where: { $0.id == edit.id }) else { return }
        edits.append(edit)
        records[edit.record, default: SyncRecord(edit.record)].pending.append(edit)
    }

    mutating func take(_ answer: SyncAnswer) {
        for change in answer.changes {
            records[change.record, default: SyncRecord(change.record)].merge(
                change.fields.mapValues { SyncField([SyncVersion($0, change.stamp)]) })
        }
        let over = Set(answer.taken).union(answer.refused.keys)
        for edit in edits where over.contains(edit.id) {
            records[edit.record]?.pending.removeAll { $0.id == edit.id }
            // What was made on this device and never taken is nowhere.
            if let record = records[edit.record], record.fields.isEmpty, record.pending.isEmpty {
                records[edit.record] = nil
            }
        }
        edits.removeAll { over.contains($0.id) }
        cursor = answer.cursor
    }

    var line: SyncLine { .whole(records: records.mapValues(\.fields), edits: edits, cursor: cursor) }
}
