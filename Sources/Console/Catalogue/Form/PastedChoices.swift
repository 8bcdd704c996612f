import HTML

extension FormValues {
    /// Turns what was pasted into a list of choices into rows of it. Each line is one choice; tabs separate its words in
    /// the tenant's languages, in their order.
    package mutating func takePasted(_ list: String, of catalogue: CatalogueDeclaration, _ languages: [String]) {
        let isLocal = catalogue.groups.contains { group in
            group.fields.contains { $0.isChoices && $0.isLocal && list.hasPrefix("\(group.name).") }
        }
        for line in self[list + ".paste"].split(whereSeparator: \.isNewline)
        where count(of: list) < Self.mostChoices {
            let words = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).trimmingSpaces }
            guard words.contains(where: { !$0.isEmpty }) else { continue }
            add(
                to: list,
                isLocal
                    ? Dictionary(uniqueKeysWithValues: zip(languages, words)) : ["key": MadeKey.of(words[0])])
        }
        self[list + ".paste"] = ""
    }
}
