import Postgres
import Sheets
import Web

/// All SQL on files that are made in the background. Row-level security adds the tenant.
package enum ExportQueries {
    private static let columns: SQL = """
        exports.id, exports.list, exports.format, exports.query, exports.reason, exports.language, exports.state, exports.attempt,
        exports.total, exports.rows, exports.bytes, exports.chunks, exports.asked_by, exports.asked_name, exports.asked_address,
        exports.asked_request, exports.asked_at, exports.expires_at
        """

    package static func one(_ id: ID) -> SQL { "select \(columns) from exports where exports.id = \(id)" }

    package static func lock(_ id: ID) -> SQL { "select \(columns) from exports where exports.id = \(id) for update" }

    package static func latest(of admin: ID, now: Timestamp, limit: Int) -> SQL {
        """
        select \(columns) from exports where exports.asked_by = \(admin) and exports.expires_at > \(now)
        order by exports.asked_at desc limit \(limit)
        """
    }

    package static func add(
        _ id: ID, tenant: ID, _ request: FileRequest, stored query: [UInt8], by actor: Actor, expiresAt: Timestamp
    ) -> SQL {
        """
        insert into exports (tenant_id, id, list, format, query, reason, language, state, asked_by, asked_name, asked_address,
            asked_request, asked_at, expires_at)
        values (\(tenant), \(id), \(request.path), \(request.format.rawValue), \(query), \(request.reason),
            \(request.language.rawValue), 'running', \(actor.id), \(actor.name), \(actor.address), \(actor.requestID), \(actor.now), \(expiresAt))
        """
    }

    /// Starts again from the first row, whatever an earlier attempt left.
    package static func begin(_ id: ID, attempt: Int) -> SQL {
        "update exports set attempt = \(attempt), total = 0, rows = 0, bytes = 0, chunks = 0 where exports.id = \(id)"
    }

    package static func deleteChunks(_ id: ID) -> SQL {
        "delete from export_chunks where export_chunks.export_id = \(id)"
    }

    package static func count(_ select: SQL) -> SQL { "select count(*) as n from (\(select)) as counted" }

    package static func setTotal(_ id: ID, _ total: Int, attempt: Int) -> SQL {
        "update exports set total = \(total) where exports.id = \(id) and exports.attempt = \(attempt)"
    }

    package static func addChunk(_ content: [UInt8], _ number: Int, attempt: Int, of id: ID, tenant: ID) -> SQL {
        """
        insert into export_chunks (tenant_id, export_id, attempt, number, content)
        values (\(tenant), \(id), \(attempt), \(number), \(content))
        """
    }

    /// Changes one row, unless another process has started again or the file is no longer wanted.
    package static func move(_ id: ID, attempt: Int, rows: Int, bytes: Int, chunks: Int) -> SQL {
        """
        update exports set rows = \(rows), bytes = \(bytes), chunks = \(chunks)
        where exports.id = \(id) and exports.attempt = \(attempt) and exports.state = 'running'
        """
    }

    /// Changes one row, as above.
    package static func end(_ id: ID, _ state: StoredExport.State, attempt: Int, hours: Int) -> SQL {
        """
        update exports set state = \(state.rawValue), finished_at = clock_timestamp(),
            expires_at = clock_timestamp() + make_interval(hours => \(hours)::int)
        where exports.id = \(id) and exports.attempt = \(attempt) and exports.state = 'running'
        """
    }

    package static func chunk(_ number: Int, attempt: Int, of id: ID) -> SQL {
        """
        select export_chunks.content from export_chunks
        where export_chunks.export_id = \(id) and export_chunks.attempt = \(attempt) and export_chunks.number = \(number)
        """
    }

    package static func delete(_ id: ID) -> SQL { "delete from exports where exports.id = \(id)" }

    /// For all tenants.
    package static let deleteOld: SQL = "select forget_exports() as forgotten"
}
