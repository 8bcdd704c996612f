import HTML
import Postgres
import Templates

/// The accent colours that a tenant can have. The content security policy forbids inline styles, so each is a class
/// of the style sheet.
package enum Accent {
    package static let all: [(color: String, label: StringKey)] = [
        ("#b4400a", Strings.accent_rust), ("#1f5fa8", Strings.accent_blue), ("#136c3e", Strings.accent_green),
        ("#7a3aa8", Strings.accent_purple), ("#a3265c", Strings.accent_raspberry), ("#0b6b75", Strings.accent_teal),
        ("#7a5a00", Strings.accent_bronze), ("#4a4f9e", Strings.accent_slate),
    ]

    package static func className(_ color: String) -> String {
        "accent-\((all.firstIndex { $0.color == color } ?? 0) + 1)"
    }

    /// The mark of a tenant. `icon` only for admins with access: others can't load the image.
    package static func mark(name: String, slug: String, accent: String, icon: ID?) -> Mark {
        Mark(name: name, accentClass: className(accent), icon: icon.map { Tenant.image($0, slug: slug) })
    }

    /// Returns the colour's name; the colour itself if it is not in the list.
    package static func name(_ color: String, _ language: Language) -> String {
        all.first { $0.color == color }.map { LocalText($0.label).resolve(in: language) } ?? color
    }
}

extension Tenant {
    package var mark: Mark { Accent.mark(name: name, slug: slug, accent: accent, icon: icon) }
}
