/// What can go wrong between Roost and PostgreSQL. The texts are for logs and operators, never for a page.
package enum DatabaseError: Error, Sendable, CustomStringConvertible {
    /// No connection could be made, or it broke before COMMIT was sent: nothing was changed.
    case unavailable(String)
    /// All connections stayed busy for the whole time limit: the response is 503 with Retry-After.
    case exhausted
    /// All connections that one holder may use at a time stayed busy with its own work.
    case shareInUse
    /// PostgreSQL refused a statement.
    case server(ServerError)
    /// The connection broke after COMMIT was sent: look the operation id up, never repeat blindly.
    case outcomeUnknown(String)
    /// A column is missing, has another type, or is null where a value is required.
    case decoding(column: String, why: String)
    /// The reader of a stream did not read a chunk in time, or disconnected.
    case readerGone

    package struct ServerError: Sendable {
        package var sqlState: String
        package var message: String
        package var detail: String
        package var constraint: String
        package var table: String
    }

    package var description: String {
        switch self {
        case .unavailable(let why): "PostgreSQL can't be reached: \(why)"
        case .exhausted: "no database connection became free in time"
        case .shareInUse: "the caller's share of database connections stayed busy with its own calls"
        // The detail is left out: it quotes values, and logs contain nothing personal.
        case .server(let error): "PostgreSQL \(error.sqlState): \(error.message)"
        case .outcomeUnknown(let why): "the connection broke while committing: \(why)"
        case .decoding(let column, let why): "column \(column): \(why)"
        case .readerGone: "the reader of the stream went away or stalled"
        }
    }

    /// True for a unique violation (23505) of that constraint or unique index.
    package func violates(unique constraint: String) -> Bool {
        if case .server(let error) = self { return error.sqlState == "23505" && error.constraint == constraint }
        return false
    }

    package var sqlState: String? {
        if case .server(let error) = self { return error.sqlState }
        return nil
    }

    /// PostgreSQL can't store what was given: a value out of its range, a character that no text may have (class 22), or one that a
    /// constraint of its column refuses (23514).
    package var isOfTheData: Bool { sqlState.map { $0.hasPrefix("22") || $0 == "23514" } ?? false }

    /// Serialization failure or deadlock: nothing was changed, and the same work may succeed now.
    package var isTransient: Bool { sqlState == "40001" || sqlState == "40P01" }
}
