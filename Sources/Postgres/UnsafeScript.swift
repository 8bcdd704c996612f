import CPQ

// Whole scripts as text: migrations, and the few set-up statements whose names can't be parameters.
extension Connection {
    /// Runs a script of whole statements in one message of the simple protocol. Only for `UnsafeScript` and the
    /// listener.
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

// The bulk load of demo data. This is the one place where text from the database becomes SQL again: the catalogue's
// own definition of an index, which only the owner of the schema can have written.
extension Connection {
    /// Drops the table's indexes except those of its constraints, runs `body`, and creates the indexes again as they
    /// were. Works in the open transaction: if that is rolled back, the indexes are back. The table stays locked
    /// until the transaction ends.
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
        // The size that a small server can spare; the trigram index gains most.
        try script("set local maintenance_work_mem = '512MB'")
        for index in indexes {
            progress("index \(index.name)")
            try script(index.definition)
        }
        return value
    }

    /// Makes index-only scans possible after a bulk load. Must not run in a transaction.
    package func vacuum(_ table: StaticString) throws(DatabaseError) { try script("vacuum (analyze) \(table)") }
}
