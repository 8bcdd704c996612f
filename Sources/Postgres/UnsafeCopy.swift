import CPQ
import Glibc

// COPY takes no parameters, so this is the one place where values become part of a statement's text. libpq quotes
// them, since it knows the connection's encoding.
extension Connection {
    /// Runs `copy (SELECT) to stdout (format binary)` and passes each row's bytes to `row`. Leaves pipeline mode
    /// while it runs: COPY does not work in it.
    package func copyOut(_ sql: SQL, row: (UnsafeRawBufferPointer) throws -> Void) throws {
        try copyOut(text: try literal(sql), row: row)
    }

    func copyOut(text: String, row: (UnsafeRawBufferPointer) throws -> Void) throws {
        try flush()
        try drainOwed()
        guard PQexitPipelineMode(handle) == 1 else { throw broken() }
        defer { PQenterPipelineMode(handle) }
        guard PQsendQuery(handle, text) == 1, let begun = PQgetResult(handle) else { throw broken() }
        let status = PQresultStatus(begun)
        let refusal = status == PGRES_COPY_OUT ? nil : serverError(begun)
        PQclear(begun)
        if let refusal {
            drainAll()
            throw refusal
        }
        do {
            while true {
                var buffer: UnsafeMutablePointer<CChar>?
                let size = PQgetCopyData(handle, &buffer, 0)
                guard size > 0, let buffer else {
                    if size == -1 { break }
                    throw broken()
                }
                defer { PQfreemem(buffer) }
                try row(UnsafeRawBufferPointer(start: buffer, count: Int(size)))
            }
        } catch {
            cancel()
            while true {
                var buffer: UnsafeMutablePointer<CChar>?
                let size = PQgetCopyData(handle, &buffer, 0)
                if let buffer { PQfreemem(buffer) }
                if size < 0 { break }
            }
            drainAll()
            throw error
        }
        var failure: DatabaseError?
        while let result = PQgetResult(handle) {
            if PQresultStatus(result) != PGRES_COMMAND_OK, failure == nil { failure = serverError(result) }
            PQclear(result)
        }
        if let failure { throw failure }
    }

    /// Runs a `copy … from stdin (format binary)` and sends the bytes that `rows` puts: whole rows, or parts of them.
    func copyIn(text: String, rows: (_ put: ([UInt8]) throws -> Void) throws -> Void) throws {
        try flush()
        try drainOwed()
        guard PQexitPipelineMode(handle) == 1 else { throw broken() }
        defer { PQenterPipelineMode(handle) }
        guard PQsendQuery(handle, text) == 1, let begun = PQgetResult(handle) else { throw broken() }
        let refusal = PQresultStatus(begun) == PGRES_COPY_IN ? nil : serverError(begun)
        PQclear(begun)
        if let refusal {
            drainAll()
            throw refusal
        }
        func put(_ bytes: [UInt8]) throws {
            guard !bytes.isEmpty else { return }
            let sent = bytes.withUnsafeBytes {
                PQputCopyData(handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
            }
            guard sent == 1 else { throw broken() }
        }
        do {
            // Signature, no flags, no extension. After the rows, the number −1 in place of a count of fields ends the
            // data.
            try put(Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8))
            try rows(put)
            try put([0xFF, 0xFF])
        } catch {
            PQputCopyEnd(handle, "given up")
            drainAll()
            throw error
        }
        guard PQputCopyEnd(handle, nil) == 1 else { throw broken() }
        var failure: DatabaseError?
        while let result = PQgetResult(handle) {
            if PQresultStatus(result) != PGRES_COMMAND_OK, failure == nil { failure = serverError(result) }
            PQclear(result)
        }
        if let failure { throw failure }
    }

    private func drainAll() {
        while let result = PQgetResult(handle) { PQclear(result) }
    }

    /// Requests that the server stop the running statement (`PQcancelBlocking` needs libpq 17).
    package func cancel() {
        guard let cancel = PQgetCancel(handle) else { return }
        var why = [CChar](repeating: 0, count: 256)
        PQcancel(cancel, &why, Int32(why.count))
        PQfreeCancel(cancel)
    }

    /// `copy (SELECT) to stdout (format binary)` with each value quoted for its type.
    private func literal(_ sql: SQL) throws(DatabaseError) -> String {
        var text = "copy ("
        for piece in sql.pieces {
            switch piece {
            case .literal(let literal): text += literal.description
            case .bind(let bind): text += try literal(bind)
            }
        }
        return text + ") to stdout (format binary)"
    }

    private func literal(_ bind: Bind) throws(DatabaseError) -> String {
        switch bind {
        case .text(let value):
            return try value.map { text throws(DatabaseError) in try quoted(text) + "::text" } ?? "null::text"
        case .int(let value): return value.map { "'\($0)'::bigint" } ?? "null::bigint"
        case .bool(let value): return value.map { "\($0)" } ?? "null::boolean"
        case .id(let value): return value.map { "'\($0)'::uuid" } ?? "null::uuid"
        case .time(let value):
            return value.map { "(timestamptz 'epoch' + \($0.microseconds) * interval '1 microsecond')" }
                ?? "null::timestamptz"
        case .double(let value): return value.map { "'\($0)'::float8" } ?? "null::float8"
        case .ids(let values): return "array[" + values.map { "'\($0)'" }.joined(separator: ",") + "]::uuid[]"
        case .texts(let values):
            var parts: [String] = []
            for value in values { parts.append(try quoted(value)) }
            return "array[" + parts.joined(separator: ",") + "]::text[]"
        case .ints(let values): return "array[" + values.map { "\($0)" }.joined(separator: ",") + "]::bigint[]"
        case .bytes, .times, .idsOrNil, .byteStrings:
            throw .decoding(column: "-", why: "a value of this type can't stand in COPY")
        }
    }

    private func quoted(_ text: String) throws(DatabaseError) -> String {
        let quoted = text.withCString { PQescapeLiteral(handle, $0, strlen($0)) }
        guard let quoted else { throw broken() }
        defer { PQfreemem(quoted) }
        return String(cString: quoted)
    }
}
