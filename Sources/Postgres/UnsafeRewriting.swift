/// A table of the schema, by the name that the database quotes itself.
package struct StoredTable: Sendable {
    package var name: String
    /// With its indexes and long values.
    package var bytes: Int
    fileprivate var quoted: String
}

// Statements about whole tables and files, which know no parameters. None of them may run in a transaction.
extension Connection {
    /// Returns every table of the schema, the smallest first.
    package func storedTables() throws -> [StoredTable] {
        let rows = try send(
            """
            select pg_class.relname::text as name, format('roost.%I', pg_class.relname) as quoted,
                pg_total_relation_size(pg_class.oid) as bytes
            from pg_class where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind = 'r' order by 3, 1
            """
        ).rows()
        return try rows.map { row in
            StoredTable(name: try row.text("name"), bytes: try row.int("bytes"), quoted: try row.text("quoted"))
        }
    }

    /// A statement that gets no lock in this time fails with 55P03. It is longer than the second after which PostgreSQL
    /// ends an autovacuum that is in the way.
    package func limitLockWaits() throws(DatabaseError) { try script("set lock_timeout = '3s'") }

    /// Writes the table and its indexes to new files, without what was deleted from them, and deletes the old ones.
    /// Nobody reads the table meanwhile.
    package func rewrite(_ table: StoredTable) throws(DatabaseError) {
        try script("vacuum (full, analyze) \(table.quoted)")
    }

    /// Reads the table's statistics anew, which hold values of its rows. Readers and writers go on.
    package func readStatistics(of table: StoredTable) throws(DatabaseError) { try script("analyze \(table.quoted)") }

    /// Only for a superuser: the tables of statistics belong to nobody else.
    package func rewriteStatistics() throws(DatabaseError) {
        try script("vacuum (full) pg_catalog.pg_statistic")
        try script("vacuum (full) pg_catalog.pg_statistic_ext_data")
    }

    /// Removes the write-ahead log up to here: only for a superuser of a cluster whose log nobody copies. Without
    /// `wal_recycle`, PostgreSQL deletes what it no longer needs, and does not keep it as space for what comes.
    package func removeWrittenLog() throws(DatabaseError) {
        try setRecycling(of: "set wal_recycle = off")
        do {
            // Earlier files that were kept as space are written through. Whether the setting is in effect by the time
            // of the checkpoint is seen by its outcome.
            for _ in 1...5 {
                let kept = try keptLogFiles()
                for _ in 0...kept {
                    _ = try send("select pg_logical_emit_message(false, 'roost', '')").rows()
                    _ = try send("select pg_switch_wal()").rows()
                }
                try script("checkpoint")
                if try keptLogFiles() == 0 { break }
            }
        } catch {
            // Left off, it would cost every later checkpoint the making of new files.
            try? setRecycling(of: "reset wal_recycle")
            throw error
        }
        try setRecycling(of: "reset wal_recycle")
    }

    private func setRecycling(of change: String) throws(DatabaseError) {
        try script("alter system \(change)")
        _ = try send("select pg_reload_conf()").rows()
    }

    /// How many files of the log are there for what is not written yet.
    private func keptLogFiles() throws(DatabaseError) -> Int {
        try send(
            """
            select count(*) as n from pg_ls_waldir() as file
            where file.name ~ '^[0-9A-F]{24}$' and file.name > pg_walfile_name(pg_current_wal_insert_lsn())
            """
        ).rows().first?.int("n") ?? 0
    }
}
