import Console
import HTML
import Postgres
import Templates
import Web

/// A class's form as texts, field by field, for merging simultaneous changes of two people. A category is one field.
struct ClassText: Equatable {
    var name: String
    var term: String
    var weighting: String
    var scale: String
    /// Ids in their order, separated by spaces.
    var teachers: String
    /// Name, weight and drops, separated by tabs.
    private var categories: [ID: String]

    subscript(category: ID) -> String {
        get { categories[category] ?? "" }
        set { categories[category] = newValue }
    }

    init(_ form: ClassForm) {
        (name, term, scale) = (form.values.name, form.values.term, form.values.scale)
        weighting = form.values.isWeighted ? "weights" : "points"
        teachers = form.teachers.map(\.description).sorted().joined(separator: " ")
        categories = [:]
        for category in form.categories {
            guard let id = category.id else { continue }
            categories[id] = "\(category.name)\t\(category.weight)\t\(category.drops)"
        }
    }

    /// The values with which the form was opened.
    init(_ form: Query) {
        func text(_ name: String) -> String { form["was_" + name] ?? "" }
        (name, term, weighting) = (text("name"), text("term"), text("weighting"))
        scale = text("scale").replacing("\r\n", with: "\n")
        teachers = text("teachers")
        categories = [:]
        for item in form.items where item.name.hasPrefix("was_category-") {
            if let id = ID(String(item.name.dropFirst(13))) { categories[id] = item.value }
        }
    }

    var hidden: [HiddenValue] {
        [("name", name), ("term", term), ("weighting", weighting), ("scale", scale), ("teachers", teachers)].map {
            HiddenValue("was_\($0.0)", $0.1)
        }
            + categories.sorted { $0.key < $1.key }.map { HiddenValue("was_category-\($0.key)", $0.value) }
    }

    static func merge(
        typed: ClassText, was: ClassText, stored: ClassText, names: [ID: String], _ language: Language
    ) -> Merge<ClassText> {
        let fields: [(label: StringKey, path: WritableKeyPath<ClassText, String> & Sendable)] =
            [
                (Strings.gradebook_name, \.name), (Strings.gradebook_term, \.term),
                (Strings.gradebook_weighting, \.weighting), (Strings.gradebook_scale, \.scale),
                (Strings.gradebook_teachers, \.teachers),
            ] + stored.categories.keys.sorted().map { (Strings.gradebook_category, \.[$0]) }
        return Merge(typed: typed, was: was, stored: stored, fields: fields) { value, label in
            switch label {
            case Strings.gradebook_teachers:
                value.split(separator: " ").map { id in ID(String(id)).flatMap { names[$0] } ?? String(id) }.sorted()
                    .listed(in: language)
            case Strings.gradebook_weighting:
                LocalText(value == "points" ? Strings.gradebook_by_points : Strings.gradebook_by_weights).resolve(
                    in: language)
            case Strings.gradebook_category:
                value.split(separator: "\t", omittingEmptySubsequences: false).enumerated().map { index, part in
                    // The name stays as it was typed, also if it is a number.
                    index == 0 ? String(part) : NumberStyle(language).typed(String(part))
                }.joined(in: language)
            case Strings.gradebook_scale: Scale.words(value, language)
            default: value
            }
        }
    }

    /// Puts the merged texts back into the form. New categories stay as typed.
    func fill(_ form: inout ClassForm) {
        form.values = ClassValues(name: name, term: term, isWeighted: weighting != "points", scale: scale)
        form.teachers = Set(teachers.split(separator: " ").compactMap { ID(String($0)) })
        for index in form.categories.indices {
            guard let id = form.categories[index].id, let text = categories[id] else { continue }
            let parts = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3 else { continue }
            form.categories[index] = CategoryValues(
                id: id, name: parts[0], weight: parts[1], drops: Int(parts[2]) ?? -1)
        }
    }
}
