import Foundation

/// Records that are read and edited offline, and synced with the server field by field: of two edits of one field, the
/// one that the server received later wins on all devices, and both are stored (`SyncRecord.fields`).
///
/// An edit is on the disk before `edit` returns. Cursor and content are written together: whenever the process is
/// killed, nothing is lost, and edits that are sent again change nothing.
public actor SyncedTable {
    /// The size of the file, in bytes, from which on it is compacted, if most of it is obsolete.
    private static let spare = 262_144

    private let exchange: any SyncExchange
    private var journal: Journal?
    /// The size of the file after the last compaction.
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

    /// The records that are not deleted, in no order.
    public var records: [SyncRecord] { content.records.values.filter { !$0.isDeleted } }

    /// Returns the record, even if it is deleted.
    public func record(_ id: UUID) -> SyncRecord? { content.records[id] }

    /// The edits that the server has not received yet.
    public var pending: Int { content.edits.count }

    /// Sets fields of a record, and makes the record if it does not exist. Fields that are not named stay unchanged.
    ///
    /// - Throws: `FileFault` when the disk doesn't take it: then nothing is changed. `QueueFault.closed` after a sign-out that forgets.
    public func edit(_ record: UUID, _ fields: [String: JSONValue]) throws {
        let edit = SyncEdit(record: record, fields: fields)
        try write(.edited(edit))
        content.take(edit)
    }

    public func delete(_ record: UUID) throws { try edit(record, [SyncEdit.deleted: true]) }

    // MARK: Syncing

    /// Sends this device's edits and receives the server's, until neither side has more. Simultaneous calls of this
    /// method wait for each other.
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
            // Otherwise a server that ignores an edit would get it for ever.
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
        // If the disk refuses, the longer file stays.
        try? journal.replace(with: [whole])
        wholeBytes = journal.bytes
    }

    func close() {
        journal = nil
        content = SyncContent([])
    }
}

/// The state that the lines of a table's file describe.
struct SyncContent {
    private(set) var records: [UUID: SyncRecord] = [:]
    private(set) var edits: [SyncEdit] = []
    private(set) var cursor: String?

    /// A damaged line is replaced by a sync from the beginning: edits that are known already change nothing.
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
            // Edits of this device that the server never received are stored nowhere else.
            if let record = records[edit.record], record.fields.isEmpty, record.pending.isEmpty {
                records[edit.record] = nil
            }
        }
        edits.removeAll { over.contains($0.id) }
        cursor = answer.cursor
    }

    var line: SyncLine { .whole(records: records.mapValues(\.fields), edits: edits, cursor: cursor) }
}
