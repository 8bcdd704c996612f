/// The context in which statements run. Features get `TenantTransaction`.
package protocol Statements: ~Copyable {
    var connection: Connection { get }
}

extension Statements where Self: ~Copyable {
    /// Queues a statement. Its rows arrive with the next round trip, together with all that was queued.
    package func send(_ sql: SQL) throws(DatabaseError) -> Connection.Pending { try connection.send(sql) }

    /// Sends what is queued without waiting: the database works on it while the caller prepares what follows.
    package func start() throws(DatabaseError) { try connection.start() }

    package func rows(_ sql: SQL) throws(DatabaseError) -> Rows { try connection.send(sql).rows() }

    package func first(_ sql: SQL) throws(DatabaseError) -> Row? { try rows(sql).first }

    /// Returns the number of rows inserted, updated or deleted.
    @discardableResult
    package func execute(_ sql: SQL) throws(DatabaseError) -> Int { try rows(sql).affected }
}

/// A transaction in which row-level security shows the rows of exactly one tenant. Features get it for the length of
/// one call; it can't be copied, and so can't outlive its transaction.
package struct TenantTransaction: ~Copyable, Statements {
    package let connection: Connection
    package let tenant: ID

    /// For the edge, after `enter` has set the tenant, and for `Connection.inTenant`.
    package init(tenant tenant: ID, on connection: Connection) {
        self.connection = connection
        self.tenant = tenant
    }

    /// Runs `body`, and takes back what it wrote if it throws. What reads on in the transaction then, such as a page that says why an act was
    /// refused, sees the rows as they were.
    package func undoing<T>(_ body: (borrowing TenantTransaction) throws -> T) throws -> T {
        try execute("savepoint undone")
        do {
            return try body(self)
        } catch {
            // A connection that is gone has undone it by itself, and then the first error says more.
            _ = try? execute("rollback to savepoint undone")
            throw error
        }
    }
}

extension Connection {
    /// Runs `body` in a transaction of that tenant: commits when it returns, rolls back when it throws.
    package func inTenant<T>(
        _ tenant: ID, _ mode: Mode = .readWrite, _ body: (borrowing TenantTransaction) throws -> T
    ) throws -> T {
        try around(mode) {
            try send("select set_config('roost.tenant', \(tenant.description), true)")
            return try body(TenantTransaction(tenant: tenant, on: self))
        }
    }

    private func around<T>(_ mode: Mode, _ body: () throws -> T) throws -> T {
        try begin(mode)
        do {
            let value = try body()
            if mode == .readWrite {
                try commit()
            } else {
                try commitWithoutWaiting()
                if !isOfPool { try sendDueCommit() }
            }
            return value
        } catch {
            if isInTransaction { try? rollback() }
            throw error
        }
    }
}
