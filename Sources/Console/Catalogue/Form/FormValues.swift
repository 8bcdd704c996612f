import Web

/// The values of an entry's form, by the names of its inputs. Unlike a content it has empty places: a question that
/// was just added, a choice without words. A part or a choice is a row of a list; lists are named by their paths
/// (`fields`, `fields.2.choices`), rows by their numbers from 1.
package struct FormValues: Sendable, Equatable {
    /// The most choices of one field.
    package static let mostChoices = 100

    package private(set) var values: [String: String] = [:]
    private var counts: [String: Int] = [:]

    package subscript(_ name: String) -> String {
        get { values[name] ?? "" }
        set { values[name] = newValue }
    }

    package func count(of list: String) -> Int { counts[list] ?? 0 }

    package func rows(of list: String) -> Range<Int> { 1..<(count(of: list) + 1) }

    // MARK: Lists

    package mutating func add(to list: String, _ row: [String: String] = [:]) {
        let place = count(of: list) + 1
        counts[list] = place
        for (name, text) in row { values["\(list).\(place).\(name)"] = text }
    }

    package mutating func remove(_ place: Int, from list: String) {
        reorder(list, rows(of: list).filter { $0 != place })
    }

    package mutating func move(_ place: Int, to other: Int, in list: String) {
        guard rows(of: list).contains(place) else { return }
        var order = rows(of: list).filter { $0 != place }
        order.insert(place, at: max(0, min(order.count, other - 1)))
        reorder(list, order)
    }

    /// Reduces the list to the rows with these numbers, in this order.
    mutating func reorder(_ list: String, _ order: [Int]) {
        let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0 + 1) })
        func renamed<Value>(_ all: [String: Value]) -> [String: Value] {
            var moved: [String: Value] = [:]
            for (name, value) in all {
                guard name.hasPrefix("\(list).") else {
                    moved[name] = value
                    continue
                }
                let rest = name.dropFirst(list.count + 1).split(separator: ".", maxSplits: 1)
                guard let place = rest.first.flatMap({ Int($0) }), rest.count == 2 else {
                    moved[name] = value
                    continue
                }
                if let new = places[place] { moved["\(list).\(new).\(rest[1])"] = value }
            }
            return moved
        }
        values = renamed(values)
        counts = renamed(counts)
        counts[list] = order.count
    }

    // MARK: Sources

    package init(_ content: Content, of catalogue: CatalogueDeclaration, _ languages: [String]) {
        values = content.values
        for group in catalogue.groups {
            counts[group.name] = content.count(of: group.name)
            for part in parts(of: group) {
                for field in group.fields where field.isChoices { unfold(field, part, languages) }
                if let cards = group.cards { self[part + "was"] = self[part + cards.key] }
            }
        }
    }

    /// From the form that a browser sent. A program may send choices in the stored form instead of as rows.
    package init(_ form: Query, of catalogue: CatalogueDeclaration, _ languages: [String]) {
        var sent: [String: [String]] = [:]
        for item in form.items {
            sent[item.name, default: []].append(item.value)
            count(item.name, of: catalogue)
        }
        func take(_ field: ContentField, _ name: String) {
            guard let all = sent[name] else { return }
            if case .keys = field.form {
                self[name] = all.filter { !$0.contains(" ") && !$0.isEmpty }.joined(separator: " ")
            } else {
                self[name] = field.stored(all[0])
            }
        }
        for field in catalogue.fields where !field.isPicture {
            for name in field.names(languages) { take(field, name) }
        }
        for group in catalogue.groups {
            for part in parts(of: group) {
                for field in group.fields {
                    for name in field.names(languages) { take(field, part + name) }
                    if field.isLocal { takeOthers(field, part, languages, sent) }
                    if field.isChoices { takeChoices(field, part, languages, sent) }
                }
                for own in ["was", "open"] { self[part + own] = sent[part + own]?.first ?? "" }
            }
        }
    }

    private mutating func count(_ name: String, of catalogue: CatalogueDeclaration) {
        let parts = name.split(separator: ".")
        guard parts.count > 2, let group = catalogue.groups.first(where: { $0.name == parts[0] }),
            let place = Int(parts[1]), (1...group.most).contains(place)
        else { return }
        counts[group.name] = max(count(of: group.name), place)
        guard parts.count == 5, group.fields.contains(where: { $0.isChoices && $0.name == parts[2] }),
            let row = Int(parts[3]), (1...Self.mostChoices).contains(row)
        else { return }
        let list = parts.prefix(3).joined(separator: ".")
        counts[list] = max(count(of: list), row)
    }

    /// Texts in languages that the tenant no longer uses are carried in hidden fields with their part.
    private mutating func takeOthers(
        _ field: ContentField, _ part: String, _ languages: [String], _ sent: [String: [String]]
    ) {
        for language in Languages.codes where !languages.contains(language) {
            let name = "\(part)\(field.name).\(language)"
            if let text = sent[name]?.first, !text.isEmpty { self[name] = text.replacing("\r\n", with: "\n") }
        }
    }

    private mutating func takeChoices(
        _ field: ContentField, _ part: String, _ languages: [String], _ sent: [String: [String]]
    ) {
        let list = part + field.name
        self[list + ".paste"] = sent[list + ".paste"]?.first ?? ""
        guard count(of: list) > 0 else { return unfold(field, part, languages) }
        for row in rows(of: list) {
            for own in ["key", "was"] + (field.isLocal ? languages : []) {
                let name = "\(list).\(row).\(own)"
                self[name] = (sent[name]?.first ?? "").trimmingSpaces
            }
        }
    }

    /// Converts stored choices to rows. A text that can't be parsed stays as it is, and its error is shown.
    private mutating func unfold(_ field: ContentField, _ part: String, _ languages: [String]) {
        let list = part + field.name
        guard field.isLocal else {
            for key in self[list].split(separator: " ") { add(to: list, ["key": String(key), "was": String(key)]) }
            values[list] = nil
            return
        }
        let texts = languages.map { self["\(list).\($0)"] }
        let found = texts.map { FormSchema.choices($0) }
        guard
            zip(texts, found).allSatisfy({ text, choices in
                choices.count == text.split(separator: "\n").count { !String($0).trimmingSpaces.isEmpty }
                    && Set(choices.map(\.value)).count == choices.count
            })
        else { return }
        // If a language has the choices in another order than the first, nothing is rearranged; the error is shown
        // beside it.
        let keys = found.first?.map(\.value) ?? []
        guard found.allSatisfy({ choices in choices.map(\.value) == keys.filter { choices.map(\.value).contains($0) } })
        else { return }
        for (row, key) in keys.enumerated() {
            add(to: list, ["key": key, "was": key])
            for (language, choices) in zip(languages, found) {
                self["\(list).\(row + 1).\(language)"] = choices.first { $0.value == key }?.words ?? ""
            }
        }
        for language in languages { values["\(list).\(language)"] = nil }
    }

    /// True if the field belongs to a part that was sent with its stored key, as a browser's form does.
    package func carries(_ name: String) -> Bool {
        let parts = name.split(separator: ".")
        return parts.count > 2 && !self["\(parts[0]).\(parts[1]).was"].isEmpty
    }

    /// The prefixes of the names in a group's parts, in order.
    package func parts(of group: ContentGroup) -> [String] { rows(of: group.name).map { "\(group.name).\($0)." } }
}
