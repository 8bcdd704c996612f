import Postgres
import Web

/// A job for a row, which stores the progress of the work.
package protocol RowJob: Job {
    var tenant: ID { get }
    var id: ID { get }
    init(tenant: ID, id: ID)
}

extension RowJob {
    package init(_ payload: Query) throws {
        guard let tenant = payload["tenant"].flatMap({ ID($0) }), let id = payload[Self.kind].flatMap({ ID($0) }) else {
            throw JobProblem.noPayload
        }
        self.init(tenant: tenant, id: id)
    }

    package var payload: [(String, String)] { [("tenant", tenant.description), (Self.kind, id.description)] }
}

package enum JobProblem: Error, CustomStringConvertible {
    case noPayload
    /// The process is stopping: another worker continues the job, and it does not count as a failure.
    case stopping

    package var description: String {
        switch self {
        case .noPayload: "the job does not say what it is about"
        case .stopping: "the process ends"
        }
    }
}
