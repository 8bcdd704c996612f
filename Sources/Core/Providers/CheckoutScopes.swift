import Console
import HTML
import Templates

/// What a key may do about checkouts.
extension Scope {
    package static let sell = Scope("checkouts.write", Strings.scope_checkouts_write)

    /// All of them, as the feature declares them.
    package static let ofCheckout: [Scope] = [.sell]
}
