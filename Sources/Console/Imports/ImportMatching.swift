import HTML
import Postgres
import Templates

/// Maps the columns of a file to those of the list.
package enum ImportMatching {
    /// Guesses by the titles: names, labels in every language, and common titles. Returns an empty text for unknown
    /// ones.
    package static func guess(_ titles: [String], _ columns: [ImportColumn]) -> [String] {
        var left = columns
        return titles.map { title in
            let folded = folded(title)
            guard !folded.isEmpty, let index = left.firstIndex(where: { names($0).contains(folded) }) else { return "" }
            return left.remove(at: index).name
        }
    }

    private static func names(_ column: ImportColumn) -> Set<String> {
        let labels = Language.allCases.map { column.label.resolve(in: $0) }
        return Set(([column.name] + column.alsoCalled + labels).map(folded))
    }

    /// Removes differences in spelling: case, spaces, dashes, dots, and the two ways to type Persian ye and kaf.
    private static func folded(_ title: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in title.lowercased().unicodeScalars {
            switch scalar {
            case "ي", "ى": out.append("ی")
            case "ك": out.append("ک")
            case "-", "_", ".", ":", "*", "\u{200C}", "\u{200F}", "\u{200E}", "\u{FEFF}": break
            case _ where scalar.properties.isWhitespace: break
            default: out.append(scalar)
            }
        }
        return String(out)
    }

    /// Returns the errors in a mapping, by column of the file.
    package static func errors(_ matched: [String], _ columns: [ImportColumn]) -> [Int: LocalText] {
        var errors: [Int: LocalText] = [:]
        for (index, name) in matched.enumerated() where !name.isEmpty {
            if !columns.contains(where: { $0.name == name }) {
                errors[index] = LocalText(Strings.error_choice)
            } else if matched[..<index].contains(name) {
                errors[index] = LocalText(Strings.import_column_twice)
            }
        }
        // A file with ids may omit required columns: then it adds no objects.
        let missing = columns.filter { $0.isRequired && !matched.contains($0.name) }
        if let first = missing.first, !matched.contains("id"), errors.isEmpty {
            errors[0] = Strings.import_column_missing(columns: first.label)
        }
        return errors
    }
}
