import Postgres

/// The people whose names a statement may read.
enum Naming: Sendable {
    /// All users of the tenant: for admins.
    case everybody
    /// The users with whom the caller shares a goal and whom they may see (`fitness_people`): row-level security hides
    /// all others.
    case known

    /// Rows with `id` and `name`.
    var people: SQL {
        switch self {
        case .everybody: "users"
        case .known: "fitness_people()"
        }
    }

    /// The address of `people`, for admins alone.
    var email: SQL {
        switch self {
        case .everybody: "coalesce(people.email, '')"
        case .known: "''"
        }
    }
}
