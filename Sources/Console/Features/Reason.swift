import HTML
import Templates
import Web

/// Why an admin does something, in her own words: it stands in the trail beside what was done.
package enum Reason {
    /// In characters: a paragraph, not a document.
    package static let most = 500

    /// Returns what is wrong with a typed reason.
    package static func fault(_ text: String, isRequired: Bool = true) -> LocalText? {
        if text.isEmpty { return isRequired ? LocalText(Strings.error_required) : nil }
        return text.columnLength > most ? Strings.error_too_long(max: most) : nil
    }
}
