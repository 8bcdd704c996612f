import HTML
import Postgres
import Templates

/// What a tenant says on the pages for its users instead of Roost's words: published texts of the catalogue, each found
/// by its page's key. A page without one, or without one in the reader's language, has Roost's words.
package struct HostedWords: Sendable {
    /// The pages whose title and first sentence a tenant may write. The raw value is the text's key.
    package enum Page: String, CaseIterable, Sendable {
        case signIn = "hosted.sign_in"
        case signUp = "hosted.sign_up"
        case reset = "hosted.reset"
        /// The page of a mailed link that proves an address.
        case confirm = "hosted.confirm"

        package var label: StringKey {
            switch self {
            case .signIn: Strings.sign_in_sign_in
            case .signUp: Strings.accounts_sign_up
            case .reset: Strings.accounts_password_title
            case .confirm: Strings.accounts_words_confirm
            }
        }

        /// The names in braces that its text may contain.
        package var placeholders: [String] {
            switch self {
            case .signIn: ["tenant", "app"]
            case .signUp, .reset: ["tenant"]
            case .confirm: ["tenant", "email"]
            }
        }
    }

    /// A text that a page shows. Its values are printed as text: nothing in them is markup.
    package struct Said: Sendable {
        package var title: LocalText?
        package var lead: LocalText
    }

    private var texts: [String: Content] = [:]

    package init() {}

    init(_ rows: [Row]) throws {
        for row in rows { texts[try row.text("key")] = Content(json: try row.text("content")) }
    }

    /// `values` replace the names in braces; the tenant's name is among them already.
    package func said(_ page: Page, _ values: [String: String], _ visit: HostedVisit) -> Said? {
        guard let content = texts[page.rawValue] else { return nil }
        let language = visit.language.code
        func filled(_ field: String) -> LocalText? {
            let text = content["\(field).\(language)"]
            guard !text.isEmpty else { return nil }
            let all = values.merging(["tenant": visit.tenant.name]) { mine, _ in mine }
            return Strings.accounts_own_words(text: Placeholders.fill(text, with: all))
        }
        return filled("text").map { Said(title: filled("headline"), lead: $0) }
    }

    /// The draft of one page's text, whether it is in review or not.
    static func draft(of page: Page) -> SQL {
        """
        select entry.key, held.content::text as content from catalogue_entries as entry
        join catalogue_versions as held on held.entry_id = entry.id and held.state <> 'published'
        where entry.catalogue = \(MessageTrigger.catalogue) and entry.retired_at is null and entry.key = \(page.rawValue)
        """
    }

    /// The texts that pages show now. They travel with the question whose pages they are, so a publication is seen with
    /// the next request in every process.
    static let live: SQL = """
        select entry.key, live.content::text as content from \(CatalogueQueries.all)
        where entry.catalogue = \(MessageTrigger.catalogue) and entry.retired_at is null and live.content is not null
            and entry.key = any(\(Page.allCases.map(\.rawValue)))
        """
}
