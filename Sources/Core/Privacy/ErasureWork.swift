import Console
import HTML
import Postgres
import Templates

/// The job that runs an erasure, piece by piece.
struct ErasureWork: BatchedJob {
    typealias Work = PrivacyRequest
    typealias Slice = ErasureSlice

    static let kind = "privacy.erasure"
    static let label = Strings.jobs_privacy_erasure

    let tenant: ID
    let id: ID
}

struct ErasureSlice: BatchSlice {
    private let erasure: Erasure
    private let actor: Actor

    init?(_ work: PrivacyRequest, by actor: Actor, on connection: Connection, _ services: Services) {
        guard work.kind == .erasure else { return nil }
        erasure = Erasure(services)
        // Its start may have required approval.
        self.actor = actor.cleared(.begun(work.id))
    }

    func deal(_ work: PrivacyRequest, in tx: borrowing TenantTransaction) throws -> Bool {
        try erasure.step(work, in: tx, by: actor) == .some
    }
}
