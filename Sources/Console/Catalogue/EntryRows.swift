import HTML
import Templates

/// The rows of a file for one entry: its own fields in any of them, and in each row at most one part of every group.
package struct EntryRows {
    private let rows: [ImportItem.Row]
    private let catalogue: CatalogueDeclaration
    private let languages: [String]
    private var own: [String: String] = [:]
    private var parts: [String: Content] = [:]
    /// The first row with a value, by the name of a field or of a part: `about.en`, `fields.2`.
    private var givers: [String: Int] = [:]
    /// Errors in the rows that belong to no field of the content.
    package private(set) var faults: [ImportFault] = []

    package init(_ item: ImportItem, of catalogue: CatalogueDeclaration, _ languages: [String]) {
        (rows, self.catalogue, self.languages) = (item.rows, catalogue, languages)
        for (name, field) in catalogue.places(Content(), languages) { take(name, field) }
        for group in catalogue.groups { take(group) }
        checkKeys()
    }

    package var key: String? { rows.first?.values["key"] }

    package func gives(_ field: String) -> Bool { own[field] != nil }

    /// Reads one of the entry's own fields. It may be in several rows, if all values are the same.
    private mutating func take(_ name: String, _ field: ContentField) {
        for (index, row) in rows.enumerated() {
            guard let text = row.values[name].map({ Self.stored($0, field) }) else { continue }
            guard let giver = givers[name] else {
                (givers[name], own[name]) = (index, text)
                continue
            }
            if own[name] != text {
                faults.append(
                    ImportFault(field: name, text: Strings.import_differs(row: rows[giver].number), row: index))
            }
        }
    }

    /// Reads the parts, in the order of the rows.
    private mutating func take(_ group: ContentGroup) {
        let fields = group.fields.flatMap { field in field.names(languages).map { (name: $0, field: field) } }
        var (content, count) = (Content(), 0)
        for (index, row) in rows.enumerated() {
            let part = fields.map { name, field in
                (name: name, text: Self.stored(row.values["\(group.name).\(name)"] ?? "", field))
            }
            guard part.contains(where: { !$0.text.isEmpty }) else { continue }
            count += 1
            givers["\(group.name).\(count)"] = index
            for (name, text) in part { content["\(group.name).\(count).\(name)"] = text }
            if count > group.most {
                let text = Strings.import_too_many(most: group.most)
                faults.append(
                    ImportFault(
                        field: nil, text: Strings.import_part(part: LocalText(group.one), what: text), row: index))
            }
        }
        if count > 0 { parts[group.name] = content }
    }

    /// Checks that each row has the key, and adds something to the rows above it.
    private mutating func checkKeys() {
        let giving = Set(givers.values)
        for (index, row) in rows.enumerated() {
            guard let key = row.values["key"] else {
                faults.append(ImportFault(field: "key", text: LocalText(Strings.error_required), row: index))
                continue
            }
            if index == 0 {
                if !CatalogueEntry.isKey(key) {
                    faults.append(ImportFault(field: "key", text: LocalText(Strings.error_entry_key)))
                }
            } else if !giving.contains(index), !faults.contains(where: { $0.row == index }) {
                faults.append(ImportFault(field: nil, text: Strings.import_twin(row: rows[0].number), row: index))
            }
        }
    }

    private static func stored(_ text: String, _ field: ContentField) -> String {
        switch field.form {
        case .keys: text.split { " ,;\n\t".contains($0) }.joined(separator: " ")
        case .tick: text == "no" ? "" : text
        default: field.stored(text)
        }
    }

    /// Returns the stored content with the rows' values: an empty cell leaves a field of the entry unchanged; parts
    /// replace all earlier parts of their group.
    package func content(over old: Content) -> Content {
        var content = old
        for (name, text) in own { content[name] = text }
        for (group, parts) in parts { content.replace(group, with: parts) }
        return content
    }

    // MARK: Positions in the file

    /// Splits a part's field into group, place and rest: `fields`, 2 and `label.fa` for `fields.2.label.fa`.
    private func part(_ name: String) -> (group: ContentGroup, place: Int, field: String)? {
        let parts = name.split(separator: ".", maxSplits: 2).map(String.init)
        guard parts.count == 3, let place = Int(parts[1]),
            let group = catalogue.groups.first(where: { $0.name == parts[0] })
        else { return nil }
        return (group, place, parts[2])
    }

    private func giver(_ name: String) -> Int? {
        part(name).map { givers["\($0.group.name).\($0.place)"] } ?? givers[name]
    }

    /// Returns an error at the row and column from which a field of the content comes.
    package func fault(_ name: String, _ text: LocalText) -> ImportFault {
        guard let part = part(name) else { return ImportFault(field: name, text: text, row: giver(name) ?? 0) }
        guard let row = giver(name) else {
            return ImportFault(field: nil, text: Strings.import_part(part: part.group.heading(part.place), what: text))
        }
        return ImportFault(field: "\(part.group.name).\(part.field)", text: text, row: row)
    }

    /// Returns each change with its row; changes without a row belong to the first.
    package func placed(_ changes: [AuditEvent.Change]) -> [ImportChange] {
        changes.map { ImportChange(field: $0.field, old: $0.old, new: $0.new, row: giver($0.field) ?? 0) }
    }
}
