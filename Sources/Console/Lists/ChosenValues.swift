import Web

/// The values of one filter: some values, or all except them. In the address they are one text: `DE`, `DE,FR`,
/// `!DE,FR`.
package struct ChosenValues: Hashable, Sendable {
    /// More than anybody ticks; each value makes the statement longer.
    private static let most = 60
    package var values: [String]
    package var isNot = false

    package init(_ values: [String], isNot: Bool = false) { (self.values, self.isNot) = (values, isNot) }

    /// From the address. `read` returns a value as it is stored, empty if it is invalid.
    package init(encoded text: String, _ read: (String) -> String = { $0 }) {
        var parts = [""]
        var isEscaped = false
        let isNot = text.hasPrefix("!")
        for character in text.unicodeScalars.dropFirst(isNot ? 1 : 0) {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else if character == ",", !isEscaped {
                parts.append("")
            } else {
                parts[parts.count - 1].unicodeScalars.append(character)
                isEscaped = false
            }
        }
        self.init(Self.distinct(parts.map(read)), isNot: isNot)
    }

    /// From a form or an address: each ticked value is a parameter of its own, and `NAME-not` inverts them.
    package init(_ name: String, in query: Query, _ read: (String) -> String) {
        let parts = query.items.filter { $0.name == name }.map { Self(encoded: $0.value, read) }
        self.init(
            Self.distinct(parts.flatMap(\.values)), isNot: query["\(name)-not"] != nil || parts.contains(where: \.isNot)
        )
    }

    package var isEmpty: Bool { values.isEmpty }

    package var encoded: String {
        guard !isEmpty else { return "" }
        let escaped = values.map { value in
            var text = ""
            for scalar in value.unicodeScalars {
                if scalar == "," || scalar == "\\" || scalar == "!" && text.isEmpty { text += "\\" }
                text.unicodeScalars.append(scalar)
            }
            return text
        }
        return (isNot ? "!" : "") + escaped.joined(separator: ",")
    }

    private static func distinct(_ values: [String]) -> [String] {
        var seen: Set<String> = []
        return Array(values.filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(most))
    }
}
