import Console
import HTML
import Templates

/// What a key may do about the catalogue.
extension Scope {
    package static let readCatalogue = Scope("catalogue.read", Strings.scope_catalogue_read)

    /// All of them, as the feature declares them.
    package static let ofCatalogue: [Scope] = [.readCatalogue]
}
