import Console
import Postgres

/// Refuses a write about a user who is deleted, and says whether an admin can bring them back.
enum DeletedUser {
    /// `row` is one of `UserQueries.lock`.
    static func refuse(_ row: Row) throws {
        guard try row.text("status") == "deleted" else { return }
        throw try row.bool("is_erased") ? ServiceProblem.userErased : .userDeleted
    }
}
