import Console
import HTML
import Templates
import Web

/// What a form about a stored row says of that row as it was when its page was made: its version, and its fields under their names after
/// `was_`. So two admins who change one row at once never overwrite each other without being told.
struct OpenedForm: Sendable {
    struct TextField: Sendable {
        let name: String
        let label: StringKey

        init(_ name: String, _ label: StringKey) { (self.name, self.label) = (name, label) }
    }

    /// nil: the form carries none.
    let version: Int?
    /// By the field's name; empty if the form carries none.
    let was: [String: String]

    init(_ form: Query, _ names: [String]) {
        version = form["version"].flatMap { Int($0) }
        was = Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                // A browser sends the line ends of a hidden value as those of a text area.
                form["was_\(name)"].map { (name, $0.trimmingSpaces.replacing("\r\n", with: "\n")) }
            })
    }

    /// True if the form is a page's own: an address that somebody made up says nothing of what it is about.
    var isOfPage: Bool { version != nil && !was.isEmpty }

    /// What the forms about a row carry.
    static func hidden(version: Int, _ values: [String: String]) -> [HiddenValue] {
        [HiddenValue("version", String(version))]
            + values.sorted { $0.key < $1.key }.map { HiddenValue("was_\($0.key)", $0.value) }
    }

    /// Field by field, what was typed, and theirs where nothing was typed over it; the notes name what differs.
    func merge(
        _ typed: [String: String], with stored: [String: String], _ fields: [TextField],
        words: (_ field: String, _ value: String) -> String = { _, value in value }
    ) -> (typed: [String: String], notes: [MergeNote]) {
        var merged = typed
        var notes: [MergeNote] = []
        for field in fields {
            let (theirs, yours) = (stored[field.name] ?? "", typed[field.name] ?? "")
            guard theirs != yours, theirs != was[field.name] else { continue }
            let isUnchanged = yours == was[field.name]
            if isUnchanged { merged[field.name] = theirs }
            notes.append(
                MergeNote(
                    label: LocalText(field.label), theirs: words(field.name, theirs), yours: words(field.name, yours),
                    isKept: isUnchanged))
        }
        return (merged, notes)
    }
}
