import Postgres

/// Whose names a statement may read.
enum Naming: Sendable {
    /// Of all users of the tenant: for admins.
    case everybody
    /// Of those with whom the user who calls shares a goal (`fitness_people`): a user's own wall hides the rows of all others.
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
