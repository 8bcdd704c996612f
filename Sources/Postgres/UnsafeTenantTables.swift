import CPQ

/// A table with rows of tenants, as the database's own catalogue describes it.
package struct TenantTable: Sendable {
    package struct Column: Sendable {
        package var name: String
        /// As PostgreSQL writes it: `timestamp with time zone`.
        package var type: String
        /// The schema's comment on the column; empty for none.
        package var comment: String
        /// The column refers to an admin, and admins belong to the installation.
        package var isAdmin: Bool
        fileprivate var quoted: String
    }

    package var name: String
    /// The rows mean nothing in another installation, as the schema's comment on the table says.
    package var stays: Bool
    /// The stored columns, without those that PostgreSQL computes itself.
    package var columns: [Column]
    fileprivate var quoted: String
    /// No table refers to it, and no insert into it fires a trigger: triggers of other tables may have written to it.
    fileprivate var isLast: Bool

    fileprivate var list: String { columns.map(\.quoted).joined(separator: ", ") }
    fileprivate var tenantColumn: String { name == "tenants" ? "id" : "tenant_id" }
}

// Whole tables, by the names that the catalogue lists: a table that a later migration creates is found without a list
// in code. The database quotes names; the tenant's id is an `ID`, and so can't be anything else.
extension Connection {
    /// Returns every table that has rows of tenants, in the order in which rows can be inserted: referenced tables
    /// first, tables that triggers fill last.
    package func tenantTables() throws -> [TenantTable] {
        let rows = try send(
            """
            with recursive tables as (
                select pg_class.oid, pg_class.relname from pg_class
                where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind in ('r', 'p') and not pg_class.relispartition
                    and (pg_class.relname = 'tenants' or exists (select from pg_attribute where pg_attribute.attrelid = pg_class.oid
                        and pg_attribute.attname = 'tenant_id' and not pg_attribute.attisdropped))
            ), named as (
                -- What refers to a table: by a foreign key, or by a list of ids, of which the schema's comment says so.
                select pg_constraint.conrelid as by, pg_constraint.confrelid as oid from pg_constraint
                where pg_constraint.contype = 'f' and pg_constraint.conrelid <> pg_constraint.confrelid
                union
                select pg_attribute.attrelid, tables.oid from tables
                join pg_description on pg_description.description = 'names rows of ' || tables.relname
                    and pg_description.classoid = 'pg_class'::regclass
                join pg_attribute on pg_attribute.attrelid = pg_description.objoid and pg_attribute.attnum = pg_description.objsubid
            ), depths as (
                select tables.oid, 0 as depth from tables
                union
                select named.by, depths.depth + 1 from depths join named on named.oid = depths.oid
                where depths.depth < 20
            ), placed as (
                select tables.oid, tables.relname, max(depths.depth) as depth,
                    not exists (select from pg_trigger where pg_trigger.tgrelid = tables.oid and not pg_trigger.tgisinternal
                        and (pg_trigger.tgtype & 4) = 4
                        -- This one only looks at the tenant, and writes nothing.
                        and pg_trigger.tgfoid is distinct from to_regproc('roost.refuse_people_of_kind'))
                    and not exists (select from named where named.oid = tables.oid) as is_last
                from tables join depths on depths.oid = tables.oid
                group by tables.oid, tables.relname
            )
            select placed.relname::text as table_name, format('%I', placed.relname) as table_quoted, placed.is_last,
                coalesce(obj_description(placed.oid, 'pg_class') = 'stays in its installation', false) as stays,
                pg_attribute.attname::text as name, format('%I', pg_attribute.attname) as quoted,
                format_type(pg_attribute.atttypid, pg_attribute.atttypmod) as type,
                coalesce(col_description(placed.oid, pg_attribute.attnum), '') as comment,
                exists (select from pg_constraint where pg_constraint.conrelid = placed.oid and pg_constraint.contype = 'f'
                    and pg_constraint.confrelid = 'roost.admins'::regclass
                    and pg_constraint.conkey = array[pg_attribute.attnum]) as is_admin
            from placed
            join pg_attribute on pg_attribute.attrelid = placed.oid and pg_attribute.attnum > 0
                and not pg_attribute.attisdropped and pg_attribute.attgenerated = ''
            order by placed.is_last, placed.depth, placed.relname, pg_attribute.attnum
            """
        ).rows()
        var tables: [TenantTable] = []
        for row in rows {
            let name = try row.text("table_name")
            if tables.last?.name != name {
                tables.append(
                    TenantTable(
                        name: name, stays: try row.bool("stays"), columns: [], quoted: try row.text("table_quoted"),
                        isLast: try row.bool("is_last")))
            }
            tables[tables.count - 1].columns.append(
                .init(
                    name: try row.text("name"), type: try row.text("type"), comment: try row.text("comment"),
                    isAdmin: try row.bool("is_admin"), quoted: try row.text("quoted")))
        }
        return tables
    }

    /// Returns the admins to whom rows of the tenant refer: `id`, `email`, `name`, `language`.
    package func adminsNamed(in tables: [TenantTable], of tenant: ID) throws -> Rows {
        let named = tables.flatMap { table in
            table.columns.filter(\.isAdmin).map {
                "select \($0.quoted) from roost.\(table.quoted) where \(table.tenantColumn) = '\(tenant)'"
            }
        }
        return try sendUnnamed(
            """
            select admins.id, admins.email, admins.name, admins.language from roost.admins
            where admins.id in (\(named.joined(separator: " union "))) order by admins.id
            """
        ).rows()
    }

    /// Returns the number of the tenant's rows in the table.
    package func count(_ table: TenantTable, of tenant: ID) throws -> Int {
        try sendUnnamed("select count(*) as n from roost.\(table.quoted) where \(table.tenantColumn) = '\(tenant)'")
            .rows().first?.int("n") ?? 0
    }

    /// Passes on every row of the tenant as binary COPY writes it: a header with the first message, one row per
    /// message, a trailer.
    package func copyOut(_ table: TenantTable, of tenant: ID, row: (UnsafeRawBufferPointer) throws -> Void) throws {
        try copyOut(
            text:
                "copy (select \(table.list) from roost.\(table.quoted) where \(table.tenantColumn) = '\(tenant)') to stdout (format binary)",
            row: row)
    }

    /// Inserts rows of the tenant, as `copyOut` gave them but without header and trailer, in the open transaction.
    /// Returns their number. The rows pass through a temporary table: row-level security forbids COPY into the table
    /// itself.
    package func copyIn(_ table: TenantTable, of tenant: ID, rows: (_ put: ([UInt8]) throws -> Void) throws -> Void)
        throws -> Int
    {
        precondition(isInTransaction, "outside a transaction half of it could stay")
        let name = "roost.\(table.quoted)"
        try script("create temporary table arriving on commit drop as select \(table.list) from \(name) with no data")
        try copyIn(text: "copy pg_temp.arriving (\(table.list)) from stdin (format binary)", rows: rows)
        if table.isLast { try script("delete from \(name) where \(table.tenantColumn) = '\(tenant)'") }
        // One statement, since rows of a table may refer to one another. None without rows: tables of people refuse the statement
        // itself where a tenant holds nobody.
        let isEmpty = try sendUnnamed("select 1 as one from pg_temp.arriving limit 1").rows().first == nil
        let count =
            isEmpty
            ? 0
            : try sendUnnamed("insert into \(name) (\(table.list)) select \(table.list) from pg_temp.arriving")
                .rows().affected
        try script("drop table pg_temp.arriving")
        return count
    }
}
