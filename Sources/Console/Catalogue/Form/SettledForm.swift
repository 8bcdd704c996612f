import HTML

extension FormValues {
    // MARK: Keys

    /// Returns the text from which a key is derived: English if there is any, since keys have its letters.
    private func words(_ name: String, _ languages: [String]) -> String {
        let first = languages.contains("en") ? ["en"] + languages : languages
        return first.lazy.map { self["\(name).\($0)"] }.first { !$0.isEmpty } ?? ""
    }

    /// Returns the key of each part: the typed one, or one derived from its label; empty for a part without both.
    package func keys(of group: ContentGroup, _ languages: [String]) -> [String] {
        guard let cards = group.cards else { return [] }
        return made(
            parts(of: group).map { (self[$0 + cards.key], words($0 + cards.label, languages)) }, otherwise: "field")
    }

    /// The same for a list of choices.
    package func keys(ofChoices list: String, _ languages: [String]) -> [String] {
        made(
            rows(of: list).map { row in
                let name = "\(list).\(row)"
                let words = words(name, languages)
                return (readable(self[name + ".key"], was: self[name + ".was"], hasWords: !words.isEmpty), words)
            }, otherwise: "choice")
    }

    /// Converts a newly typed key to one that programs can read; a stored key stays. A choice without words may be
    /// known to an app by other letters, so only its spaces are replaced.
    private func readable(_ key: String, was: String, hasWords: Bool) -> String {
        guard key != was, !FormSchema.isKey(key) else { return key }
        guard hasWords else { return key.split(separator: " ").joined(separator: "_") }
        let made = MadeKey.of(key)
        return made.isEmpty ? key : made
    }

    private func made(_ rows: [(key: String, words: String)], otherwise: String) -> [String] {
        var taken = Set(rows.map(\.key))
        return rows.map { key, words in
            guard key.isEmpty, !words.isEmpty else { return key }
            let made = MadeKey.of(words, otherwise: otherwise, taken: taken)
            taken.insert(made)
            return made
        }
    }

    /// Updates conditions when the keys that they name change. With `isFinal`, writes derived keys where none was
    /// typed.
    package mutating func settle(_ catalogue: CatalogueDeclaration, _ languages: [String], isFinal: Bool = false) {
        for group in catalogue.groups {
            guard let cards = group.cards else { continue }
            let keys = keys(of: group, languages)
            var renamed: [String: (key: String, values: [String: String])] = [:]
            for (part, key) in zip(parts(of: group), keys) {
                let was = self[part + "was"]
                var choices: [String: String] = [:]
                for field in group.fields where field.isChoices {
                    let list = part + field.name
                    for (row, value) in zip(rows(of: list), self.keys(ofChoices: list, languages)) {
                        let own = "\(list).\(row)."
                        if !self[own + "was"].isEmpty { choices[self[own + "was"]] = value }
                        self[own + "was"] = value
                        if isFinal { self[own + "key"] = value }
                    }
                }
                if !was.isEmpty { renamed[was] = (key, choices) }
                self[part + "was"] = key
                if isFinal { self[part + cards.key] = key }
            }
            for field in group.fields where field.isCondition {
                for part in parts(of: group) {
                    guard let old = FormSchema.condition(self[part + field.name]), let new = renamed[old.key] else {
                        continue
                    }
                    self[part + field.name] = "\(new.key)=\(new.values[old.value] ?? old.value)"
                }
            }
        }
    }

    // MARK: Saving

    /// Takes choices that were pasted and not added yet, removes parts and choices that were not filled in, and writes
    /// all keys.
    package mutating func tidy(_ catalogue: CatalogueDeclaration, _ languages: [String]) {
        for group in catalogue.groups {
            for part in parts(of: group) {
                for list in group.fields.filter(\.isChoices).map({ part + $0.name }) {
                    takePasted(list, of: catalogue, languages)
                    guard count(of: list) > 0 else { continue }
                    reorder(list, rows(of: list).filter { !isBlank("\(list).\($0)", ["key"] + languages) })
                }
            }
            reorder(
                group.name,
                rows(of: group.name).filter { place in
                    group.fields.contains { isFilled($0, "\(group.name).\(place).", languages) }
                })
        }
        settle(catalogue, languages, isFinal: true)
    }

    private func isBlank(_ row: String, _ names: [String]) -> Bool {
        names.allSatisfy { self["\(row).\($0)"].trimmingSpaces.isEmpty }
    }

    /// True if a person typed something. A choice in a menu alone does not make a part.
    private func isFilled(_ field: ContentField, _ part: String, _ languages: [String]) -> Bool {
        switch field.form {
        case .choice, .tick, .currency, .condition: false
        // The menu of yes or no always has a value.
        case .value: !["", "yes", "no"].contains(self[part + field.name])
        case .choices where count(of: part + field.name) > 0: true
        default: field.names(languages).contains { !self[part + $0].isEmpty }
        }
    }

    /// Returns the stored form. Fields that the chosen kind does not have are left out.
    package func content(of catalogue: CatalogueDeclaration, _ languages: [String]) -> Content {
        var content = Content()
        for field in catalogue.fields where !field.isPicture {
            for name in field.names(languages) { content[name] = self[name] }
        }
        for group in catalogue.groups {
            for part in parts(of: group) {
                for field in group.fields where group.asks(field, self, part) {
                    let list = part + field.name
                    if field.isChoices, count(of: list) > 0 {
                        fold(field, list, languages, into: &content)
                    } else {
                        for name in field.names(languages) { content[part + name] = self[part + name] }
                    }
                    guard field.isLocal else { continue }
                    for other in Languages.codes where !languages.contains(other) {
                        content["\(list).\(other)"] = self["\(list).\(other)"]
                    }
                }
            }
        }
        return content
    }

    private func fold(_ field: ContentField, _ list: String, _ languages: [String], into content: inout Content) {
        guard field.isLocal else {
            content[list: list] = rows(of: list).map { self["\(list).\($0).key"] }
            return
        }
        for language in languages {
            content["\(list).\(language)"] = rows(of: list).compactMap { row in
                let words = self["\(list).\(row).\(language)"]
                return words.isEmpty ? nil : "\(self["\(list).\(row).key"]): \(words)"
            }.joined(separator: "\n")
        }
    }

    /// Returns the number of texts that each language lacks compared with the first one.
    package func gaps(_ catalogue: CatalogueDeclaration, _ languages: [String]) -> [String: Int] {
        guard let first = languages.first else { return [:] }
        var stems = catalogue.fields.filter { $0.isLocal && !$0.isPicture }.map { "\($0.name)." }
        for group in catalogue.groups {
            for part in parts(of: group) {
                for field in group.fields where field.isLocal && group.asks(field, self, part) {
                    let list = part + field.name
                    stems += field.isChoices ? rows(of: list).map { "\(list).\($0)." } : ["\(list)."]
                }
            }
        }
        let wanted = stems.filter { !self[$0 + first].isEmpty }
        return Dictionary(
            uniqueKeysWithValues: languages.dropFirst().map { language in
                (language, wanted.count { self[$0 + language].isEmpty })
            })
    }
}

extension ContentGroup {
    /// True if a part of the chosen kind has this field. If the kind is unknown, all fields are shown.
    package func asks(_ field: ContentField, _ form: FormValues, _ part: String) -> Bool {
        guard !field.kinds.isEmpty, let cards else { return true }
        let chosen = form[part + cards.kind]
        guard kinds.contains(where: { $0.value == chosen }) else { return true }
        return field.kinds.contains(chosen)
    }

    /// The kinds that a part can have.
    package var kinds: [(value: String, label: StringKey)] {
        guard let cards, case .choice(let all)? = fields.first(where: { $0.name == cards.kind })?.form else {
            return []
        }
        return all
    }
}
