/// Placeholders that an app replaces: names in braces.
package enum Placeholders {
    /// Replaces placeholders by sample values.
    package static func filled(_ text: String, _ language: String) -> String {
        var text = text
        for name in (names(in: text) ?? []).sorted() {
            let sample = samples[name].map { $0[language] ?? $0["en"] ?? name }
            text = text.replacing("{\(name)}", with: sample ?? "‹\(name)›")
        }
        return text
    }

    /// With what stands for each name; a name that nothing stands for stays as it is.
    package static func fill(_ text: String, with values: [String: String]) -> String {
        // In one pass: what stands for one name may hold braces of its own.
        var (filled, rest) = ("", text[...])
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            filled += rest[..<open]
            let name = String(rest[rest.index(after: open)..<close])
            filled += values[name] ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return filled + rest
    }

    /// The same for a text that is sent: a sentence that names what there is nothing of is left out, since `Reward: .` says nothing.
    package static func fillSentences(_ text: String, with values: [String: String]) -> String {
        let missing = values.filter { $0.value.isEmpty }.keys.map { "{\($0)}" }
        guard missing.contains(where: { text.contains($0) }) else { return fill(text, with: values) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            sentences(line).filter { sentence in !missing.contains { sentence.contains($0) } }
                .joined(separator: " ")
        }
        return fill(lines.joined(separator: "\n"), with: values)
    }

    /// A sentence ends with its mark, where a space follows it.
    private static func sentences(_ line: Substring) -> [Substring] {
        var (sentences, start): ([Substring], Substring.Index) = ([], line.startIndex)
        var at = line.startIndex
        while at < line.endIndex {
            let next = line.index(after: at)
            if ".!?؟…".contains(line[at]), next < line.endIndex, line[next] == " " {
                sentences.append(line[start..<next])
                start = line.index(after: next)
            }
            at = next
        }
        return sentences + (start < line.endIndex ? [line[start...]] : [])
    }

    /// Those that many apps have.
    package static let common = ["name", "count", "time", "days"]

    /// By language.
    private static let samples: [String: [String: String]] = [
        "name": ["en": "Sofia", "es": "Sofía", "ru": "София", "fa": "سارا"],
        "count": ["en": "3", "fa": "۳"], "time": ["en": "07:30", "fa": "۷:۳۰"], "days": ["en": "5", "fa": "۵"],
    ]

    /// Returns the names in braces; nil if a brace has no partner, or the braces contain no name.
    package static func names(in text: String) -> Set<String>? {
        var names: Set<String> = []
        var open: String?
        for character in text {
            switch (character, open) {
            case ("{", nil): open = ""
            case ("{", _), ("}", nil): return nil
            case ("}", let name?):
                guard let first = name.first, first.isASCII, first.isLetter, name.count <= 40,
                    name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
                else { return nil }
                names.insert(name)
                open = nil
            case (_, .some): open!.append(character)
            default: break
            }
        }
        return open == nil ? names : nil
    }
}
