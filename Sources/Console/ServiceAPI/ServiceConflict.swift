import HTTPTypes
import Postgres

/// Another call was faster; only a retry can tell the outcome.
package struct ServiceConflict: Error {
    package init() {}

    package static func isMeant(by error: any Error) -> Bool {
        if error is ServiceConflict { return true }
        guard let error = error as? DatabaseError else { return false }
        return error.isTransient
            || ["users_email", "users_external_id", "users_pkey"].contains { error.violates(unique: $0) }
    }
}

extension HTTPField.Name {
    package static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
    package static let idempotencyReplayed = HTTPField.Name("Idempotency-Replayed")!
}
