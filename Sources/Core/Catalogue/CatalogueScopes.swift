import Console
import HTML
import Templates

/// The API key scopes for the catalogue.
extension Scope {
    package static let readCatalogue = Scope("catalogue.read", Strings.scope_catalogue_read)

    /// All of these scopes, as the feature declares them.
    package static let ofCatalogue: [Scope] = [.readCatalogue]
}
