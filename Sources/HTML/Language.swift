/// The languages of the console.
package enum Language: String, CaseIterable, Sendable {
    case en, es, ru, fa

    /// Reads a tag such as `es`, `es-MX` or `fa_IR`; nil for a language that the console does not have.
    package init?(code: some StringProtocol) {
        if let known = Language(rawValue: String(code)) {
            self = known
            return
        }
        let primary = code.prefix { $0 != "-" && $0 != "_" }
        self.init(rawValue: primary.lowercased())
    }

    /// For `<html lang>`.
    package var code: String { rawValue }

    package var nameInItself: String {
        switch self {
        case .en: "English"
        case .es: "Español"
        case .ru: "Русский"
        case .fa: "فارسی"
        }
    }

    /// For `<html dir>`.
    package var direction: String { self == .fa ? "rtl" : "ltr" }

    /// The direction in which a language is written, by its tag; also of languages that the console does not have. Source: Unicode
    /// CLDR 44, the languages whose usual script is written from right to left.
    package static func direction(of tag: String) -> String {
        let parts = tag.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        if let script = parts.dropFirst().first(where: { $0.utf8.count == 4 }) {
            return ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm", "rohg"].contains(script) ? "rtl" : "ltr"
        }
        let primary = parts.first ?? ""
        return [
            "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "lrc", "mzn", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
        ].contains(primary) ? "rtl" : "ltr"
    }

    /// Returns the language that a browser prefers (RFC 9110, 12.5.4); English if it names none of ours.
    package static func best(acceptLanguage header: String) -> Language {
        var best = Language.en
        var bestWeight = 0
        for range in header.split(separator: ",") {
            let fields = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let tag = fields.first, let language = Language(code: tag) else { continue }
            let weight = weight(fields.dropFirst().first { $0.lowercased().hasPrefix("q=") })
            if weight > bestWeight { (best, bestWeight) = (language, weight) }
        }
        return best
    }

    /// Returns thousandths; 1000 without a weight, 0 for a malformed one.
    private static func weight(_ field: String?) -> Int {
        guard let field else { return 1000 }
        let text = field.dropFirst(2)
        guard let value = Double(text), value >= 0, value <= 1 else { return 0 }
        return Int(value * 1000)
    }
}
