import CPQ

// Whole scripts as text: migrations, and the few statements of set-up whose names can't be parameters.
extension Connection {
    /// Runs a script of whole statements in one simple-protocol message. For `UnsafeScript` and the listener only.
    func script(_ text: String) throws(DatabaseError) {
        try flush()
        try drainOwed()
        guard PQexitPipelineMode(handle) == 1 else { throw broken() }
        defer { PQenterPipelineMode(handle) }
        guard PQsendQuery(handle, text) == 1 else { throw broken() }
        var failure: DatabaseError?
        while let result = PQgetResult(handle) {
            let status = PQresultStatus(result)
            if status != PGRES_COMMAND_OK, status != PGRES_TUPLES_OK, status != PGRES_EMPTY_QUERY, failure == nil {
                failure = serverError(result)
            }
            PQclear(result)
        }
        if PQstatus(handle) != CONNECTION_OK { throw broken() }
        if let failure { throw failure }
    }
}

// The bulk load of demo data: the one place where text from the database becomes SQL again. It is the catalogue's own
// definition of an index, which only the owner of the schema can have written.
extension Connection {
    /// Drops the table's indexes, but not those of its constraints, runs `body`, and makes them again as they were.
    /// In the transaction that is open: what ends it early brings the indexes back. The table is locked until its end.
    package func rebuildingIndexes<T>(
        of table: StaticString, progress: (String) -> Void, around body: () throws -> T
    ) throws -> T {
        precondition(isInTransaction, "outside a transaction the indexes could be lost")
        let found = try send(
            """
            select format('%I.%I', spaces.nspname, names.relname) as name, pg_get_indexdef(indexes.indexrelid) as definition
            from pg_index as indexes
            join pg_class as names on names.oid = indexes.indexrelid
            join pg_namespace as spaces on spaces.oid = names.relnamespace
            where indexes.indrelid = \(table.description)::regclass
                and not exists (select from pg_constraint where pg_constraint.conindid = indexes.indexrelid)
            order by names.relname
            """
        ).rows()
        let indexes = try found.map { (name: try $0.text("name"), definition: try $0.text("definition")) }
        for index in indexes { try script("drop index \(index.name)") }
        let value = try body()
        // Of the size that a small server can spare; the trigram index gains most.
        try script("set local maintenance_work_mem = '512MB'")
        for index in indexes {
            progress("index \(index.name)")
            try script(index.definition)
        }
        return value
    }

    /// Clears the way for index-only scans after a bulk load. Not in a transaction.
    package func vacuum(_ table: StaticString) throws(DatabaseError) { try script("vacuum (analyze) \(table)") }
}
