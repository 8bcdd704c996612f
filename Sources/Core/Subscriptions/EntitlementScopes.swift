import Console
import HTML
import Templates

/// The API key scopes for entitlements.
extension Scope {
    package static let readEntitlements = Scope("entitlements.read", Strings.scope_entitlements_read)
    package static let useEntitlements = Scope("entitlements.use", Strings.scope_entitlements_use)

    /// All of these scopes, as the feature declares them.
    package static let ofEntitlement: [Scope] = [.readEntitlements, .useEntitlements]
}
