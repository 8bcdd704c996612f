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
