import HTML
import Templates

/// What a key may do: a scope is offered from the day on which an endpoint needs it. The raw value stands in the
/// database and in the API's document: cases are added, never renamed.
package enum Scope: String, CaseIterable, Sendable {
    case readUsers = "users.read"
    case writeUsers = "users.write"
    case deleteUsers = "users.delete"
    case readCatalogue = "catalogue.read"
    case readEntitlements = "entitlements.read"
    case useEntitlements = "entitlements.use"
    case sell = "checkouts.write"
    case readAnswers = "answers.read"
    case writeAnswers = "answers.write"

    /// One line of the form.
    package var label: StringKey {
        switch self {
        case .readUsers: Strings.scope_users_read
        case .writeUsers: Strings.scope_users_write
        case .deleteUsers: Strings.scope_users_delete
        case .readCatalogue: Strings.scope_catalogue_read
        case .readEntitlements: Strings.scope_entitlements_read
        case .useEntitlements: Strings.scope_entitlements_use
        case .sell: Strings.scope_checkouts_write
        case .readAnswers: Strings.scope_answers_read
        case .writeAnswers: Strings.scope_answers_write
        }
    }
}
