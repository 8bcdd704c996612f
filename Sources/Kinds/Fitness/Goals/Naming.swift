import Postgres

/// The people of goals whom a statement may read of.
enum Naming: Sendable {
    /// All users of the tenant: for admins.
    case everybody
    /// Of each goal those whom the caller may know of, by the one function that decides it (`fitness_parties`): row-level security hides all
    /// others.
    case known

    /// Rows with `id` and `name`.
    var people: SQL {
        switch self {
        case .everybody: "users"
        case .known: "fitness_parties()"
        }
    }

    /// Whose row of the table it is, among `people`.
    func isParty(_ table: SQL) -> SQL {
        switch self {
        case .everybody: "people.id = \(table).user_id"
        case .known: "people.id = \(table).user_id and people.goal_id = \(table).goal_id"
        }
    }

    /// A sponsor of whom the caller may not know is not there.
    var join: SQL {
        switch self {
        case .everybody: "left join"
        case .known: "join"
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
