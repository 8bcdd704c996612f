import Postgres

/// Builds statements from the features' declarations about personal data. Row-level security adds the tenant.
package enum PersonalQueries {
    // MARK: Stored data

    /// Returns rows of `json`, an object, and `cells`, the same as texts, in the order of the table's columns and of what is derived; and
    /// `images`.
    package static func rows(_ table: PersonalTable, of user: ID) -> SQL {
        let cells =
            table.columns.map { "coalesce(found.\($0)::text, '')" as SQL }
            + table.derived.map { "coalesce((\($0.value))::text, '')" as SQL }
        let told =
            table.columns.map { "found.\($0)" as SQL } + table.derived.map { "(\($0.value)) as \($0.name)" as SQL }
        let images = table.images.map { "found.\($0)::text" as SQL }
        return """
            select row_to_json(told)::text as json, array[\(SQL.joined(cells, by: ", "))]::text[] as cells,
                array_remove(array[\(SQL.joined(images, by: ", "))]::text[], null) as images
            from \(table.table) as found
            cross join lateral (select \(SQL.joined(told, by: ", "))) as told
            where found.\(table.user) = \(user) order by found.ctid
            """
    }

    package static func images(_ table: PersonalTable, of user: ID) -> [SQL] {
        table.images.map { column in
            "select found.\(column) as id from \(table.table) as found where found.\(table.user) = \(user) and found.\(column) is not null"
        }
    }

    /// Which there are, by their ids.
    package static func files(_ table: PersonalTable, _ files: PersonalFiles, of user: ID) -> SQL {
        """
        select found.id, found.\(files.type) as type from \(table.table) as found
        where found.\(table.user) = \(user) order by found.id
        """
    }

    package static func file(_ table: PersonalTable, _ files: PersonalFiles, _ id: ID) -> SQL {
        "select found.\(files.content) as content from \(table.table) as found where found.id = \(id)"
    }

    package static func count(_ table: PersonalTable, of user: ID) -> SQL {
        "select count(*) as n from \(table.table) as found where found.\(table.user) = \(user)"
    }

    package static func count(_ remains: PersonalRemains) -> SQL {
        "select count(*) as n from \(remains.table) where \(remains.condition)"
    }

    // MARK: Erasure

    /// Deletes at most `limit` rows.
    package static func delete(_ table: PersonalTable, of user: ID, limit: Int) -> SQL {
        """
        delete from \(table.table) where \(table.user) = \(user) and ctid = any (array(
            select found.ctid from \(table.table) as found where found.\(table.user) = \(user) limit \(limit)))
        """
    }

    package static func empty(_ table: PersonalTable, of user: ID, _ values: [(column: SQL, value: SQL)]) -> SQL {
        "update \(table.table) set \(assignments(values)) where \(table.user) = \(user)"
    }

    package static func count(_ names: PersonalNames, of user: ID) -> SQL {
        "select count(*) as n from \(names.table) as found where \(Self.names(names, name: user))"
    }

    /// Run while the user's own row still says who they are.
    package static func replace(_ names: PersonalNames, of user: ID) -> SQL {
        "update \(names.table) as found set \(names.column) = \(names.replacement) where \(Self.names(names, name: user))"
    }

    private static func names(_ names: PersonalNames, name user: ID) -> SQL {
        """
        exists (select from users where users.id = \(user) and users.erased_at is null
            and (names_person(found.\(names.column), users.name, users.email)
                or names_alone(found.\(names.column), users.name, users.id)))
        """
    }

    package static func delete(_ remains: PersonalRemains) -> SQL {
        "delete from \(remains.table) where \(remains.condition)"
    }

    package static func empty(_ remains: PersonalRemains, _ values: [(column: SQL, value: SQL)]) -> SQL {
        "update \(remains.table) set \(assignments(values)) where \(remains.condition)"
    }

    private static func assignments(_ values: [(column: SQL, value: SQL)]) -> SQL {
        SQL.joined(values.map { "\($0.column) = \($0.value)" }, by: ", ")
    }
}

extension SQL {
    /// The literal, which is the name of a table or a column.
    package var name: String { rendered.text }
}
