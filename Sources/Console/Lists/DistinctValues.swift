import Postgres

/// Finds the values of a column, in order, by walking its index from one to the next: as many steps as there are
/// values, however many rows there are.
package enum DistinctValues {
    /// Returns one row with an array `values`. The column, which must be a text, and its table are parts of the
    /// statement.
    package static func of(_ column: SQL, in table: SQL, most: Int) -> SQL {
        """
        with recursive seen (value) as (
            (select \(column) from \(table) order by \(column) limit 1)
            union all
            select (select \(column) from \(table) where \(column) > seen.value order by \(column) limit 1)
            from seen where seen.value is not null
        ) select array(select seen.value from seen where seen.value is not null limit \(most)) as values
        """
    }
}
