import Postgres

/// All SQL on the rows of imports. Row-level security adds the tenant.
package enum ImportRowQueries {
    /// A row to be stored.
    package struct Written {
        package var number: Int
        package var state: String
        package var object: ID?
        package var version: Int
        package var marks: (object: [UInt8]?, name: [UInt8]?) = (nil, nil)
        package var content: [UInt8]

        package init(
            number: Int, state: String, object: ID?, version: Int,
            marks: (object: [UInt8]?, name: [UInt8]?) = (nil, nil), content: [UInt8]
        ) {
            (self.number, self.state, self.object, self.version) = (number, state, object, version)
            (self.marks, self.content) = (marks, content)
        }
    }

    package static func add(_ rows: [Written], to id: ID, tenant: ID) -> SQL {
        """
        insert into import_rows (tenant_id, import_id, number, state, object_id, version, object_mark, name_mark, content)
        select \(tenant), \(id), row.number, row.state, row.object_id, row.version, row.object_mark, row.name_mark, row.content
        from unnest(\(rows.map { Int64($0.number) }), \(rows.map(\.state)), \(Bind.idsOrNil(rows.map(\.object))),
            \(rows.map { Int64($0.version) }), \(Bind.byteStrings(rows.map(\.marks.object))),
            \(Bind.byteStrings(rows.map(\.marks.name))), \(Bind.byteStrings(rows.map(\.content))))
            as row (number, state, object_id, version, object_mark, name_mark, content)
        """
    }

    package static func save(_ rows: [Written], of id: ID) -> SQL {
        """
        update import_rows set state = row.state, object_id = row.object_id, version = row.version, content = row.content
        from unnest(\(rows.map { Int64($0.number) }), \(rows.map(\.state)), \(Bind.idsOrNil(rows.map(\.object))),
            \(rows.map { Int64($0.version) }), \(Bind.byteStrings(rows.map(\.content))))
            as row (number, state, object_id, version, content)
        where import_rows.import_id = \(id) and import_rows.number = row.number
        """
    }

    package static func settle(_ numbers: [Int64], _ state: String, versions: [Int64], of id: ID) -> SQL {
        """
        update import_rows set state = \(state), version = row.version
        from unnest(\(numbers), \(versions)) as row (number, version)
        where import_rows.import_id = \(id) and import_rows.number = row.number
        """
    }

    private static let columns: SQL = """
        import_rows.number, import_rows.state, import_rows.object_id, import_rows.version, import_rows.content
        """

    /// Returns rows in those states after that row.
    package static func next(_ states: [String], of id: ID, after: Int, limit: Int) -> SQL {
        """
        select \(columns) from import_rows
        where import_rows.import_id = \(id) and import_rows.state = any(\(states)) and import_rows.number > \(after)
        order by import_rows.number limit \(limit)
        """
    }

    /// The same, up to this number of bytes, but at least one row.
    static func batch(_ states: [String], of id: ID, after: Int, limit: Int, bytes: Int) -> SQL {
        """
        select near.number, near.state, near.object_id, near.version, near.content from (
            select \(columns), sum(octet_length(import_rows.content)) over (order by import_rows.number
                rows between unbounded preceding and 1 preceding) as earlier
            from (\(next(states, of: id, after: after, limit: limit))) as import_rows) as near
        where coalesce(near.earlier, 0) < \(bytes) order by near.number
        """
    }

    /// Returns a page of the rows in some states.
    static func page(_ states: [String], of id: ID, _ keyset: Keyset<Int>) -> SQL {
        let order = KeysetOrder(by: "import_rows.number")
        let those: [SQL] =
            ["import_rows.import_id = \(id)", "import_rows.state = any(\(states))"] + order.beyond(keyset)
        return """
            select \(columns) from import_rows where \(SQL.joined(those, by: " and "))
            order by \(order.sql(keyset)) limit \(keyset.limit)
            """
    }

    /// Returns all rows in those states, for a file.
    package static func all(_ states: [String], of id: ID) -> SQL {
        """
        select import_rows.number, import_rows.content from import_rows
        where import_rows.import_id = \(id) and import_rows.state = any(\(states)) order by import_rows.number
        """
    }

    /// Updates the planner's statistics; see the function in migrations/core/0032_quicker_trail.sql.
    package static let analyse: SQL = "select analyse_import_rows()"

    package static func counts(_ id: ID) -> SQL {
        "select import_rows.state, count(*) as n from import_rows where import_rows.import_id = \(id) group by import_rows.state"
    }

    /// Returns earlier rows of the file with one of these marks. Each mark is looked up separately in the index.
    package static func twins(_ objects: [[UInt8]], _ names: [[UInt8]], of id: ID) -> SQL {
        """
        select twin.number, wanted.mark from unnest(\(Bind.byteStrings(objects))) as wanted (mark)
        cross join lateral (select import_rows.number from import_rows
            where import_rows.import_id = \(id) and import_rows.object_mark = wanted.mark) as twin
        union all
        select twin.number, wanted.mark from unnest(\(Bind.byteStrings(names))) as wanted (mark)
        cross join lateral (select import_rows.number from import_rows
            where import_rows.import_id = \(id) and import_rows.name_mark = wanted.mark) as twin
        """
    }

    /// Returns earlier rows with one of these names' marks, with all columns.
    package static func named(_ marks: [[UInt8]], of id: ID) -> SQL {
        """
        select named.number, named.state, named.object_id, named.version, named.content, wanted.mark
        from unnest(\(Bind.byteStrings(marks))) as wanted (mark)
        cross join lateral (select \(columns) from import_rows
            where import_rows.import_id = \(id) and import_rows.name_mark = wanted.mark) as named
        order by named.number
        """
    }
}
