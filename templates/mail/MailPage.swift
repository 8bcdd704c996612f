import HTML

/// A page that is mailed: what stands above it, and the same for those who read mail as text.
package protocol MailPage: Page {
    var title: LocalText { get }
    func text(in language: Language) -> String
}
