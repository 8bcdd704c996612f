import CPQ
import Glibc

/// One libpq connection in pipeline mode. It belongs to one thread for its whole life.
///
/// `send` queues statements, which travel together. The first `rows()` on any of them sends the whole round and
/// waits. So a page whose statements don't depend on each other costs one round trip.
package final class Connection {
    let handle: OpaquePointer
    private var prepared: [SQL.Shape: String] = [:]
    private var lastName = 0
    private var round: [Statement] = []
    /// Rounds that were sent and whose results are read later (the COMMIT of a read-only transaction). True if the
    /// statement was prepared in its round.
    private var owed: [Bool] = []
    package private(set) var isInTransaction = false
    /// A read-only transaction has ended, and its COMMIT is not sent yet.
    private var commitIsDue = false

    /// One statement of a round and its result.
    private struct Statement {
        var shape: SQL.Shape?
        var preparedNow: Bool
        var result: Result<Rows, DatabaseError>?
    }

    /// The results of one round. They live as long as a `Pending` refers to them, whatever is sent meanwhile.
    fileprivate final class Answers {
        var results: [Result<Rows, DatabaseError>]?
    }

    /// A queued statement. Its rows arrive with the round.
    package struct Pending {
        private let connection: Connection
        private let index: Int
        private let answers: Answers

        fileprivate init(_ connection: Connection, index: Int, _ answers: Answers) {
            (self.connection, self.index, self.answers) = (connection, index, answers)
        }

        package func rows() throws(DatabaseError) -> Rows {
            if answers.results == nil { try connection.flush() }
            guard let results = answers.results else { throw .unavailable("the round was never answered") }
            return try results[index].get()
        }
    }

    private var answers = Answers()

    /// Counts the round trips.
    package private(set) var roundNumber = 0
    private static let mostPrepared = 400

    /// Connects, or throws `.unavailable` with libpq's message. `options` are libpq keywords added to the string.
    package init(_ connectionString: String, options: [(String, String)] = []) throws(DatabaseError) {
        var keywords = ["dbname"]
        var values = [connectionString]
        for (keyword, value) in options {
            keywords.append(keyword)
            values.append(value)
        }
        let made = withCStrings(keywords) { keywords in
            withCStrings(values) { values in PQconnectdbParams(keywords, values, 1) }
        }
        guard let made else { throw .unavailable("out of memory") }
        guard PQstatus(made) == CONNECTION_OK else {
            let why = String(cString: PQerrorMessage(made)).trimmed
            PQfinish(made)
            throw .unavailable(why)
        }
        handle = made
        // Notices are dropped: the server's own log has them.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        PQenterPipelineMode(handle)
    }

    deinit { PQfinish(handle) }

    /// True when nothing is under way: no transaction is open except one whose COMMIT is due, no result is unread,
    /// and the socket is not known to be broken.
    package var isClean: Bool {
        PQstatus(handle) == CONNECTION_OK && round.isEmpty && owed.isEmpty && !isInTransaction
            && PQtransactionStatus(handle) == (commitIsDue ? PQTRANS_INTRANS : PQTRANS_IDLE) && !isAbandoned
    }

    /// True if a pool's thread sends the COMMIT that is due as soon as it has no other work. Any other connection sends
    /// it at once: nobody else would, and a transaction that stays open keeps PostgreSQL from removing what is deleted.
    var isOfPool = false
    /// The longest wait for the response to COMMIT; nil: without end. If a synchronous standby is gone, PostgreSQL keeps a
    /// COMMIT waiting for ever, and none of its own time limits covers that.
    var commitLimitMilliseconds: Int?
    /// True if COMMIT was not answered in time: it may still take effect, and the connection is of no more use.
    package private(set) var isAbandoned = false

    /// Major version times 10,000 plus minor: 150015 is 15.15.
    package var serverVersion: Int { Int(PQserverVersion(handle)) }

    // MARK: Rounds

    /// Queues a statement. Nothing is sent until a result is read.
    @discardableResult
    package func send(_ sql: SQL) throws(DatabaseError) -> Pending {
        guard !isAbandoned else { throw .unavailable("an earlier COMMIT was not answered") }
        try endStarted()
        if commitIsDue {
            // COMMIT goes first in the round: if it fails, PostgreSQL skips all statements after it.
            commitIsDue = false
            try send("commit")
        }
        let shape = sql.shape
        let binds = sql.binds
        var fresh = false
        let name: String
        if let known = prepared[shape] {
            name = known
        } else {
            lastName += 1
            name = "s\(lastName)"
            let types = binds.map { Oid($0.oid) }
            guard PQsendPrepare(handle, name, sql.rendered.text, Int32(types.count), types) == 1 else { throw broken() }
            prepared[shape] = name
            fresh = true
        }
        try sendBound(name, binds)
        round.append(Statement(shape: shape, preparedNow: fresh, result: nil))
        return Pending(self, index: round.count - 1, answers)
    }

    /// Only for `UnsafeTenantTables`, `UnsafeSealedColumns` and this type: the text is made while the program runs.
    func sendUnnamed(_ text: String) throws(DatabaseError) -> Pending {
        try endStarted()
        guard PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 1) == 1 else { throw broken() }
        round.append(Statement(shape: nil, preparedNow: false, result: nil))
        return Pending(self, index: round.count - 1, answers)
    }

    private func sendBound(_ name: String, _ binds: [Bind]) throws(DatabaseError) {
        var data: [UInt8] = []
        data.reserveCapacity(256)
        var offsets: [Int] = []
        var lengths: [Int32] = []
        for bind in binds {
            let start = data.count
            let present = bind.write(to: &data)
            offsets.append(present ? start : -1)
            lengths.append(Int32(data.count - start))
            data.append(0)
        }
        let formats = [Int32](repeating: 1, count: binds.count)
        let sent = data.withUnsafeBufferPointer { data in
            let base = UnsafeRawPointer(data.baseAddress)?.assumingMemoryBound(to: CChar.self)
            let pointers: [UnsafePointer<CChar>?] = offsets.map { at in at < 0 ? nil : base.map { $0 + at } }
            return PQsendQueryPrepared(handle, name, Int32(binds.count), pointers, lengths, formats, 1)
        }
        guard sent == 1 else { throw broken() }
    }

    /// Sends the queued statements, and does not wait for their results: PostgreSQL works while the caller does. They are a round of
    /// their own. If one of them fails, whatever is sent after it throws its error, as does COMMIT: nobody has to ask for their results.
    package func start() throws(DatabaseError) {
        guard !round.isEmpty, !isSynced else { return }
        guard PQpipelineSync(handle) == 1 else { throw broken() }
        (isSynced, isStarted) = (true, true)
    }

    private var isStarted = false
    private var failureOfStarted: DatabaseError?

    private func endStarted() throws(DatabaseError) {
        if isStarted { try flush() }
        guard let error = failureOfStarted else { return }
        failureOfStarted = nil
        throw error
    }

    /// Sends the queued statements with a sync and reads all their results.
    package func flush() throws(DatabaseError) {
        guard !round.isEmpty else { return }
        guard isSynced || PQpipelineSync(handle) == 1 else { throw broken() }
        let wasStarted = isStarted
        (isSynced, isStarted) = (false, false)
        try drainOwed()
        for index in round.indices { round[index].result = try read(preparedNow: round[index].preparedNow) }
        try readSync()
        var failed = false
        for statement in round {
            if case .failure(let error) = statement.result {
                if wasStarted, !failed { failureOfStarted = error }
                failed = true
            }
            // If a statement of a round fails, PostgreSQL skips every later one, its preparation too.
            if failed, statement.preparedNow, let shape = statement.shape { prepared[shape] = nil }
        }
        answers.results = round.map { $0.result ?? .failure(.unavailable("no result")) }
        nextRound()
    }

    /// True if the round was sent already, and only its response is missing.
    private var isSynced = false

    private func nextRound() {
        answers = Answers()
        round.removeAll(keepingCapacity: true)
        roundNumber += 1
    }

    private var firstError: DatabaseError?

    /// Reads a statement's result. A statement that was prepared in this round has two results: Parse's, then its
    /// own.
    private func read(preparedNow: Bool) throws(DatabaseError) -> Result<Rows, DatabaseError> {
        if preparedNow, case .failure(let error) = try readAnswer() {
            _ = try readAnswer()
            return .failure(error)
        }
        return try readAnswer()
    }

    /// Reads one result and the NULL after it. A statement that was skipped because an earlier one failed gets the
    /// earlier one's error.
    private func readAnswer() throws(DatabaseError) -> Result<Rows, DatabaseError> {
        guard let result = PQgetResult(handle) else { throw broken() }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
            _ = PQgetResult(handle)
            return .success(Rows(result))
        case PGRES_PIPELINE_ABORTED:
            PQclear(result)
            _ = PQgetResult(handle)
            return .failure(firstError ?? .unavailable("an earlier statement failed"))
        default:
            let error = serverError(result)
            PQclear(result)
            if PQstatus(handle) != CONNECTION_OK { throw broken() }
            _ = PQgetResult(handle)
            if firstError == nil { firstError = error }
            return .failure(error)
        }
    }

    private func readSync() throws(DatabaseError) {
        defer { firstError = nil }
        while true {
            guard let result = PQgetResult(handle) else {
                if PQstatus(handle) != CONNECTION_OK { throw broken() }
                continue
            }
            let status = PQresultStatus(result)
            PQclear(result)
            if status == PGRES_PIPELINE_SYNC { return }
            if PQstatus(handle) != CONNECTION_OK { throw broken() }
        }
    }

    func drainOwed() throws(DatabaseError) {
        while let preparedNow = owed.popLast() {
            _ = try read(preparedNow: preparedNow)
            try readSync()
        }
    }

    // MARK: Transactions

    package enum Mode { case readOnly, readWrite, snapshot }

    /// Queues BEGIN, which travels with the first statement.
    package func begin(_ mode: Mode) throws(DatabaseError) {
        if prepared.count >= Self.mostPrepared, !isInTransaction {
            // The filters of a list make many texts. Forget all prepared statements, so that a backend does not grow
            // for ever. This happens only here, between transactions.
            try flush()
            prepared.removeAll()
            _ = try sendUnnamed("deallocate all").rows()
        }
        switch mode {
        case .readOnly: try send("begin read only")
        case .readWrite: try send("begin")
        case .snapshot: try send("begin isolation level repeatable read read only")
        }
        isInTransaction = true
    }

    /// Commits and waits. If the connection breaks after COMMIT was sent, throws `.outcomeUnknown`.
    package func commit() throws(DatabaseError) {
        // Send the queued statements first: if one failed together with COMMIT, its error would look like the
        // commit's.
        try flush()
        try endStarted()
        let pending = try send("commit")
        if let limit = commitLimitMilliseconds, try !isAnswered(within: limit) {
            (isAbandoned, isInTransaction) = (true, false)
            throw .outcomeUnknown("no answer after \(limit) ms")
        }
        let rows: Rows
        do throws(DatabaseError) {
            rows = try pending.rows()
        } catch {
            isInTransaction = false
            if PQstatus(handle) != CONNECTION_OK { throw .outcomeUnknown("\(error)") }
            throw error
        }
        isInTransaction = false
        // If the transaction had failed, PostgreSQL answers COMMIT with ROLLBACK.
        guard PQcmdStatus(rows.result)[0] == CChar(UInt8(ascii: "C")) else {
            throw .unavailable("the transaction had failed and was rolled back")
        }
    }

    /// Sends what is queued and waits for its response, but does not read it.
    private func isAnswered(within milliseconds: Int) throws(DatabaseError) -> Bool {
        try drainOwed()
        guard PQpipelineSync(handle) == 1 else { throw broken() }
        isSynced = true
        let end = monotonicNanoseconds() + UInt64(milliseconds) * 1_000_000
        while PQisBusy(handle) == 1 {
            let now = monotonicNanoseconds()
            guard now < end else { return false }
            var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, Int32((end - now) / 1_000_000 + 1)) != 0 else { continue }
            // A broken connection is found when the response is read.
            guard PQconsumeInput(handle) == 1 else { return true }
        }
        return true
    }

    /// Ends a read-only transaction without waiting. COMMIT travels at the start of the next round or, if no work
    /// follows at once, with `sendDueCommit`.
    package func commitWithoutWaiting() throws(DatabaseError) {
        try flush()
        commitIsDue = true
        isInTransaction = false
    }

    /// Sends the COMMIT that is due, so that no transaction stays open while the thread waits for work. Its result is
    /// read when the connection is next used.
    func sendDueCommit() throws(DatabaseError) {
        guard commitIsDue else { return }
        commitIsDue = false
        try send("commit")
        guard PQpipelineSync(handle) == 1 else { throw broken() }
        owed.append(round.last?.preparedNow ?? false)
        nextRound()
    }

    package func rollback() throws(DatabaseError) {
        // When the action threw, queued statements were not sent yet: send them, then roll back.
        try? flush()
        failureOfStarted = nil
        _ = try send("rollback").rows()
        isInTransaction = false
    }

    /// Reads the results that are owed. Returns true if the connection may serve another job.
    package func settle() -> Bool {
        do { try drainOwed() } catch { return false }
        return isClean && isThere
    }

    /// False if the server closed the connection while it was idle. So a restart of the server does not fail the next
    /// request of each connection.
    private var isThere: Bool {
        while true {
            var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 0) > 0 else { return true }
            // A server that shuts down says why before it closes: the first read may return this message alone.
            guard PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else { return false }
        }
    }

    /// The socket, for `poll`.
    var socket: Int32 { PQsocket(handle) }

    /// Notifications that have arrived: channel and payload.
    func notifications() throws(DatabaseError) -> [(channel: String, payload: String)] {
        guard PQconsumeInput(handle) == 1 else { throw broken() }
        var all: [(String, String)] = []
        while let notification = PQnotifies(handle) {
            all.append((String(cString: notification.pointee.relname), String(cString: notification.pointee.extra)))
            PQfreemem(notification)
        }
        return all
    }
}
