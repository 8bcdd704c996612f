import Postgres
import Sheets

/// All SQL on imports. Row-level security adds the tenant.
package enum ImportQueries {
    private static let columns: SQL = """
        imports.id, imports.list, imports.state, imports.format, imports.encoding, imports.separator, imports.has_separator_line,
        imports.bytes, imports.chunks, imports.head, imports.columns, imports.options, imports.runs_at_once, imports.position,
        imports.total, imports.problem, imports.problem_row, imports.problem_column, imports.created_name, imports.created_at, imports.asked_by,
        imports.asked_name, imports.asked_address, imports.asked_request, imports.expires_at
        """

    package static func one(_ id: ID) -> SQL { "select \(columns) from imports where imports.id = \(id)" }

    package static func lock(_ id: ID) -> SQL { "select \(columns) from imports where imports.id = \(id) for update" }

    package static func latest(of list: String) -> SQL {
        "select \(columns) from imports where imports.list = \(list) order by imports.created_at desc limit 20"
    }

    package static func add(
        _ id: ID, tenant: ID, list: String, format: SheetFormat, dialect: CSVDialect, bytes: Int, chunks: Int,
        head: [UInt8],
        columns: [String], by actor: Actor, expiresAt: Timestamp
    ) -> SQL {
        """
        insert into imports (tenant_id, id, list, state, format, encoding, separator, has_separator_line, bytes, chunks, head,
            columns, created_by, created_name, created_at, asked_by, asked_name, asked_address, asked_request, expires_at)
        values (\(tenant), \(id), \(list), 'matching', \(format.rawValue), \(dialect.encoding.rawValue),
            \(String(UnicodeScalar(dialect.separator))), \(dialect.hasSeparatorLine), \(bytes), \(chunks), \(head), \(columns),
            \(actor.id), \(actor.name), \(actor.now), \(actor.id), \(actor.name), \(actor.address), \(actor.requestID), \(expiresAt))
        """
    }

    package static func addChunks(_ chunks: [[UInt8]], of id: ID, tenant: ID) -> SQL {
        """
        insert into import_chunks (tenant_id, import_id, number, content)
        select \(tenant), \(id), chunk.number - 1, chunk.content
        from unnest(\(Bind.byteStrings(chunks))) with ordinality as chunk (content, number)
        """
    }

    package static func chunk(_ number: Int, of id: ID) -> SQL {
        "select import_chunks.content from import_chunks where import_chunks.import_id = \(id) and import_chunks.number = \(number)"
    }

    /// Sets a state in which a job has work to do, on behalf of the requester.
    package static func transition(_ id: ID, _ state: Import.State, by actor: Actor) -> SQL {
        """
        update imports set state = \(state.rawValue), position = 0, problem = '', asked_by = \(actor.id), asked_name = \(actor.name),
            asked_address = \(actor.address), asked_request = \(actor.requestID)
        where imports.id = \(id)
        """
    }

    package static func match(_ id: ID, columns: [String], options: [String]) -> SQL {
        """
        update imports set columns = \(columns), options = \(options), total = 0, row_bytes = 0 where imports.id = \(id)
        """
    }

    package static func set(_ id: ID, options: [String]) -> SQL {
        "update imports set options = \(options) where imports.id = \(id)"
    }

    package static func runAtOnce(_ id: ID) -> SQL { "update imports set runs_at_once = true where imports.id = \(id)" }

    /// Continues from checking to writing, on behalf of the same requester.
    package static func goOn(_ id: ID) -> SQL {
        "update imports set state = 'running', position = 0, finished_at = null where imports.id = \(id)"
    }

    package static func deleteRows(_ id: ID) -> SQL { "delete from import_rows where import_rows.import_id = \(id)" }

    package static func delete(_ id: ID) -> SQL { "delete from imports where imports.id = \(id)" }

    /// For all tenants.
    package static let deleteOld: SQL = "select forget_imports() as forgotten"

    // MARK: Progress

    package static func move(_ id: ID, to position: Int) -> SQL {
        "update imports set position = \(position) where imports.id = \(id)"
    }

    package static func count(_ id: ID, rowBytes: Int) -> SQL {
        "update imports set row_bytes = imports.row_bytes + \(rowBytes) where imports.id = \(id)"
    }

    /// Returns the bytes of all of the tenant's imports, their files and rows.
    package static let stored: SQL =
        "select coalesce(sum(imports.bytes + imports.row_bytes), 0)::bigint as bytes from imports"

    /// Sets another encoding for the file.
    package static func read(_ id: ID, dialect: CSVDialect, head: [UInt8], columns: [String]) -> SQL {
        """
        update imports set encoding = \(dialect.encoding.rawValue), separator = \(String(UnicodeScalar(dialect.separator))),
            has_separator_line = \(dialect.hasSeparatorLine), head = \(head), columns = \(columns)
        where imports.id = \(id)
        """
    }

    package static func count(_ id: ID) -> SQL {
        """
        update imports set total = (select count(*) from import_rows where import_rows.import_id = \(id)) where imports.id = \(id)
        """
    }

    package static func end(_ id: ID, _ state: Import.State) -> SQL {
        "update imports set state = \(state.rawValue), finished_at = clock_timestamp() where imports.id = \(id)"
    }

    package static func fail(_ id: ID, _ problem: SheetProblem) -> SQL {
        """
        update imports set state = 'unreadable', problem = \(problem.reason.rawValue), problem_row = \(problem.row),
            problem_column = \(problem.column)
        where imports.id = \(id)
        """
    }

    /// Returns imports that no longer need their sample rows.
    package static let heads: SQL = """
        select imports.id, imports.head from imports
        where imports.state not in ('matching', 'checking', 'checked', 'unreadable') order by imports.id for update
        """

    package static func set(_ id: ID, head: [UInt8]) -> SQL {
        "update imports set head = \(head) where imports.id = \(id)"
    }
}
