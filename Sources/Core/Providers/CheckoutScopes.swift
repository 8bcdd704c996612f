import Console
import HTML
import Templates

/// The API key scopes for checkouts.
extension Scope {
    package static let sell = Scope("checkouts.write", Strings.scope_checkouts_write)

    /// All of these scopes, as the feature declares them.
    package static let ofCheckout: [Scope] = [.sell]
}
