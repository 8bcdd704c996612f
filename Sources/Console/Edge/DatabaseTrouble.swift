import HTML
import HTTPTypes
import Postgres
import Templates

/// A problem of the database as a whole; the request is not at fault.
package enum DatabaseTrouble: Equatable {
    /// Overloaded: no connection, no memory or no lock became free in time.
    case busy
    /// It can't be reached, or is starting.
    case away
    /// It accepts no changes: it is a standby, or an administrator set it so.
    case readOnly
    case diskFull
    /// Not the database's: the caller has as many requests under way as one caller may.
    case ownShare

    /// nil if the error has another cause.
    package init?(_ error: any Error) {
        guard let error = error as? DatabaseError else { return nil }
        switch error {
        case .exhausted: self = .busy
        case .shareInUse: self = .ownShare
        case .unavailable: self = .away
        case .server(let server):
            switch server.sqlState {
            case "25006": self = .readOnly
            case "53100": self = .diskFull
            // Serialization failure, deadlock, a lock or a statement that took too long, no memory or connections
            // left.
            case "40001", "40P01", "55P03", "57014", "53000", "53200", "53300", "53400": self = .busy
            // Shutting down, crashed, starting.
            case "57P01", "57P02", "57P03", "08000", "08003", "08006": self = .away
            default: return nil
            }
        case .outcomeUnknown, .decoding, .readerGone: return nil
        }
    }

    package var words: (heading: StringKey, advice: StringKey) {
        switch self {
        case .busy: (Strings.problem_busy, Strings.problem_busy_advice)
        case .away: (Strings.problem_away, Strings.problem_away_advice)
        case .readOnly: (Strings.problem_read_only, Strings.problem_read_only_advice)
        case .diskFull: (Strings.problem_disk_full, Strings.problem_disk_full_advice)
        case .ownShare: (Strings.problem_own_share, Strings.problem_own_share_advice)
        }
    }

    package var status: HTTPResponse.Status { self == .ownShare ? .tooManyRequests : .serviceUnavailable }

    package var retryAfterSeconds: Int {
        switch self {
        case .busy, .ownShare: 1
        case .away: 2
        case .readOnly, .diskFull: 30
        }
    }

    /// The text for operators' tools, in English.
    package var line: String {
        switch self {
        case .busy: "the database has too much to do"
        case .away: "the database does not answer"
        case .readOnly: "the database is read-only"
        case .ownShare: "the caller's own requests take all that one caller may have"
        case .diskFull: "no space is left on the database's disk"
        }
    }
}
