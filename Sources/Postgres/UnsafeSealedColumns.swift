/// A column whose values are sealed under a tenant's key, as the schema's comment on it says
/// (migrations/core/0031_tenant_transfers.sql). In tables without tenants the key is the installation's.
package struct SealedColumn: Sendable {
    /// A part of the context that a seal is bound to, besides tenant, table and column.
    fileprivate enum Part: Sendable {
        case bytes(of: String, type: String)
        case number(Int64)
    }

    package let table: String
    package let column: String
    package let isOfTenants: Bool
    fileprivate let quotedTable: String
    fileprivate let quotedColumn: String
    /// The columns of the primary key without the tenant, quoted.
    fileprivate let key: [String]
    fileprivate let parts: [Part]

    fileprivate func narrowed(to tenant: ID) -> String { isOfTenants ? "tenant_id = '\(tenant)' and " : "" }

    /// The version of the key follows the first byte of a sealed value.
    fileprivate func isUnder(versionBelow version: Int) -> String {
        let digits = String(version, radix: 16)
        let bytes = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
        return "substring(\(quotedColumn) from 2 for 4) < '\\x\(bytes)'::bytea"
    }
}

/// A value that is to be sealed again under another key.
package struct SealedRow: Sendable {
    package let sealed: [UInt8]
    /// The context of the row that its seal is bound to.
    package let place: [UInt8]
    /// The values of the primary key, as the database quotes them.
    fileprivate let key: [String]
}

// The database quotes names and literals; anything else is an `ID`, or made of digits.
extension Connection {
    /// Returns every column of the schema that is sealed under a tenant's key.
    package func sealedColumns() throws -> [SealedColumn] {
        let rows = try send(
            """
            select pg_class.relname::text as table_name, format('%I', pg_class.relname) as quoted_table,
                pg_attribute.attname::text as column_name, format('%I', pg_attribute.attname) as quoted_column,
                substring(col_description(pg_class.oid, pg_attribute.attnum) from 'sealed by the installation, for (.*)') as place,
                exists (select from pg_attribute as owner where owner.attrelid = pg_class.oid and owner.attname = 'tenant_id'
                    and not owner.attisdropped) as is_of_tenants,
                (select array_agg(format('%I', part.attname) order by array_position(pg_index.indkey::smallint[], part.attnum))
                    from pg_index join pg_attribute as part on part.attrelid = pg_index.indrelid
                        and part.attnum = any (pg_index.indkey) and part.attname <> 'tenant_id'
                    where pg_index.indrelid = pg_class.oid and pg_index.indisprimary) as key,
                (select array_agg(part.attname || ' ' || format_type(part.atttypid, null) || ' ' || format('%I', part.attname))
                    from pg_attribute as part where part.attrelid = pg_class.oid and part.attnum > 0
                    and part.atttypid in ('uuid'::regtype, 'text'::regtype, 'integer'::regtype, 'bigint'::regtype)) as parts
            from pg_class
            join pg_attribute on pg_attribute.attrelid = pg_class.oid and pg_attribute.attnum > 0 and not pg_attribute.attisdropped
            where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind in ('r', 'p') and not pg_class.relispartition
                and pg_attribute.atttypid = 'bytea'::regtype and col_description(pg_class.oid, pg_attribute.attnum) like 'sealed by the installation, for %'
            order by pg_class.relname, pg_attribute.attname
            """
        ).rows()
        return try rows.map { row in
            var known: [Substring: SealedColumn.Part] = [:]
            for part in try row.texts("parts") {
                let words = part.split(separator: " ", maxSplits: 2)
                if words.count == 3 { known[words[0]] = .bytes(of: String(words[2]), type: String(words[1])) }
            }
            let (table, column) = (try row.text("table_name"), try row.text("column_name"))
            let parts = try row.text("place").split(separator: " ").map { word in
                if let number = Int64(word) { return SealedColumn.Part.number(number) }
                guard let part = known[word] else {
                    throw DatabaseError.decoding(column: "\(table).\(column)", why: "its seal names no column \(word)")
                }
                return part
            }
            return SealedColumn(
                table: table, column: column, isOfTenants: try row.bool("is_of_tenants"),
                quotedTable: try row.text("quoted_table"), quotedColumn: try row.text("quoted_column"),
                key: try row.texts("key"), parts: parts)
        }
    }

    /// Returns the next values that are sealed under an earlier version of the key, in the order of the primary key.
    package func sealed(
        in column: SealedColumn, of tenant: ID, versionBelow version: Int, after: SealedRow?, limit: Int
    ) throws -> [SealedRow] {
        let key = column.key.joined(separator: ", ")
        let place = column.parts.map { part in
            switch part {
            case .number(let number): "int8send(\(number)::bigint)"
            case .bytes(let name, "uuid"): "uuid_send(\(name))"
            case .bytes(let name, "integer"): "int4send(\(name))"
            case .bytes(let name, "bigint"): "int8send(\(name))"
            case .bytes(let name, _): "textsend(\(name))"
            }
        }
        let behind = after.map { "and (\(key)) > (\($0.key.joined(separator: ", "))) " } ?? ""
        return try sendUnnamed(
            """
            select \(column.quotedColumn) as sealed, \(place.joined(separator: " || ")) as place,
                array[\(column.key.map { "quote_literal(\($0)::text)" }.joined(separator: ", "))] as key
            from roost.\(column.quotedTable)
            where \(column.narrowed(to: tenant))\(column.isUnder(versionBelow: version)) \(behind)
            order by \(key) limit \(limit)
            """
        ).rows().map { row in
            SealedRow(sealed: try row.bytes("sealed"), place: try row.bytes("place"), key: try row.texts("key"))
        }
    }

    /// Stores the same value, sealed under another key. Returns false if the value was changed or deleted meanwhile.
    package func replace(_ row: SealedRow, with sealed: [UInt8], in column: SealedColumn, of tenant: ID) throws -> Bool
    {
        func literal(_ bytes: [UInt8]) -> String {
            var text = "'\\x"
            text.reserveCapacity(2 * bytes.count + 12)
            for byte in bytes {
                if byte < 16 { text += "0" }
                text += String(byte, radix: 16)
            }
            return text + "'::bytea"
        }
        return try sendUnnamed(
            """
            update roost.\(column.quotedTable) set \(column.quotedColumn) = \(literal(sealed))
            where \(column.narrowed(to: tenant))(\(column.key.joined(separator: ", "))) = (\(row.key.joined(separator: ", ")))
                and \(column.quotedColumn) = \(literal(row.sealed))
            """
        ).rows().affected == 1
    }

    /// Returns the number of values that are sealed under earlier versions of the key.
    package func countSealed(in column: SealedColumn, of tenant: ID, versionBelow version: Int) throws -> Int {
        try sendUnnamed(
            """
            select count(*) as n from roost.\(column.quotedTable)
            where \(column.narrowed(to: tenant))\(column.isUnder(versionBelow: version))
            """
        ).rows().first?.int("n") ?? 0
    }
}
