/// Writes `Strings.swift`: a constant per text, or a function if the text has arguments.
enum StringsCode {
    static func file(_ catalogue: StringCatalogue) -> String {
        var code = """
            // Generated from strings/*.json.
            import HTML

            package enum Strings {

            """
        for entry in catalogue.entries { code += declaration(entry) }
        code += "\n    /// Every text, for tests.\n    package static var all: [StringKey] {\n        [\n"
        for entry in catalogue.entries { code += "            \(entry.constantName),\n" }
        return code + "        ]\n    }\n}\n"
    }

    private static func declaration(_ entry: StringCatalogue.Entry) -> String {
        let english = entry.translations[StringCatalogue.reference]
        var parts = [CodeWriter.quoted(entry.key)]
        if !entry.arguments.isEmpty {
            parts.append("arguments: [\(entry.arguments.map(CodeWriter.quoted).joined(separator: ", "))]")
        }
        // All languages agree on it: the catalogue dropped translations with another plural argument.
        if let by = english?.pluralBy, let position = entry.arguments.firstIndex(of: by) {
            parts.append("pluralBy: \(position)")
        }
        for language in StringCatalogue.languages {
            let translation = entry.translations[language]
            parts.append("\(language): \(translation?.literal(arguments: entry.arguments) ?? "nil")")
        }
        var code = "    package static let \(entry.constantName) = StringKey(\(parts.joined(separator: ", ")))\n"
        guard !entry.arguments.isEmpty else { return code }
        let parameters = entry.arguments.map { name in
            // The argument that selects the plural must be a number; any other may be of any printable type.
            name == english?.pluralBy ? "\(name): Int" : "\(name): some TextArgument"
        }
        let values = entry.arguments.map { "\($0).argument" }
        code += "    package static func \(entry.swiftName)(\(parameters.joined(separator: ", "))) -> LocalText {\n"
        code += "        LocalText(\(entry.constantName), [\(values.joined(separator: ", "))])\n    }\n"
        return code
    }
}
