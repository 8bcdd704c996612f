import Console
import Postgres

/// An assignment's fields, as they are stored.
struct AssignmentValues: Sendable, Equatable {
    var name = ""
    var category: ID?
    /// `yyyy-mm-dd`
    var day = ""
    var possible = ""
    var isExtra = false
    var above = AboveMaximum.warned

    /// The category as text, for merging.
    var categoryText: String {
        get { category?.description ?? "" }
        set { category = ID(newValue) }
    }
    var extraText: String {
        get { isExtra ? "yes" : "" }
        set { isExtra = newValue == "yes" }
    }
    var aboveText: String {
        get { above.rawValue }
        set { above = AboveMaximum(rawValue: newValue) ?? .warned }
    }
}

/// All SQL that changes assignments; `ClassQueries` reads them together with their class.
enum AssignmentQueries {
    static func add(_ id: ID, to schoolClass: ID, tenant: ID, _ values: AssignmentValues, position: Int) -> SQL {
        """
        insert into gradebook_assignments
            (tenant_id, class_id, id, category_id, name, due_on, possible, is_extra, above_maximum, position)
        values (\(tenant), \(schoolClass), \(id), \(values.category), \(values.name), \(values.day)::text::date,
            \(values.possible)::text::numeric, \(values.isExtra), \(values.aboveText), \(position))
        """
    }

    static func save(_ id: ID, _ values: AssignmentValues) -> SQL {
        """
        update gradebook_assignments set category_id = \(values.category), name = \(values.name),
            due_on = \(values.day)::text::date, possible = \(values.possible)::text::numeric,
            is_extra = \(values.isExtra), above_maximum = \(values.aboveText), version = gradebook_assignments.version + 1
        where gradebook_assignments.id = \(id)
        """
    }

    static func restore(_ id: ID, in schoolClass: ID) -> SQL {
        """
        update gradebook_assignments set removed_at = null, version = gradebook_assignments.version + 1
        where gradebook_assignments.id = \(id) and gradebook_assignments.class_id = \(schoolClass)
            and gradebook_assignments.removed_at is not null
        returning gradebook_assignments.name
        """
    }

    static func remove(_ id: ID, at time: Timestamp) -> SQL {
        """
        update gradebook_assignments set removed_at = \(time), version = gradebook_assignments.version + 1
        where gradebook_assignments.id = \(id)
        """
    }
}
