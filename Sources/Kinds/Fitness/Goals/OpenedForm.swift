import Console
import HTML
import Postgres
import Templates
import Web

/// What a form about a stored row says of that row as it was when its page was made: its version, and its fields under their names after
/// `was_`. So two admins who change one row at once never overwrite each other without being told.
struct OpenedForm: Sendable {
    typealias Values = [String: String]
    typealias Merged = Merge<Values>

    /// nil: the form carries none.
    let version: Int?
    /// By the field's name; empty if the form carries none.
    let was: Values

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
    static func hidden(version: Int, _ values: Values) -> [HiddenValue] {
        [HiddenValue("version", String(version))]
            + values.sorted { $0.key < $1.key }.map { HiddenValue("was_\($0.key)", $0.value) }
    }

    /// Field by field, what was typed, and theirs where nothing was typed over it; the notes name what differs.
    func merge(
        _ typed: Values, with stored: Values, _ fields: [(name: String, label: StringKey)],
        words: (String, StringKey) -> String = { value, _ in value }
    ) -> Merged {
        Merge(
            typed: typed, was: was, stored: stored,
            fields: fields.map { ($0.label, \Values[field: $0.name]) }, words: words)
    }

    /// Returns the form of an edit that comes back because somebody else has changed the words meanwhile; nil if it may be saved. A tick or
    /// a move changes no words. `title` says what was changed, `form` is the form's name.
    func edited(_ form: ID, over version: Int, _ merged: Merged, _ title: StringKey, day: Int? = nil) -> FormBack? {
        guard self.version != version, !isOfPage || !merged.notes.isEmpty else { return nil }
        return FormBack(
            form: form.description, typed: merged.values, errors: [:],
            conflict: Conflict(title: LocalText(title), notes: merged.notes), day: day)
    }

    /// The same for a deletion. A tick counts here as well: what was done meanwhile is not deleted unseen. What the form has is what it was
    /// opened with where nothing was typed, so it says what differs.
    func deleted(
        _ form: ID, over version: Int, _ merged: Merged, _ title: StringKey, _ error: StringKey, day: Int? = nil
    ) -> FormBack? {
        guard self.version != version else { return nil }
        return FormBack(
            form: form.description, typed: isOfPage ? merged.values : [:], errors: ["": LocalText(error)],
            conflict: isOfPage && !merged.notes.isEmpty
                ? Conflict(title: LocalText(title), notes: merged.notes) : nil, day: day)
    }
}

extension OpenedForm.Values {
    /// The text of a field; empty where the form has none. A key path takes no default value.
    fileprivate subscript(field name: String) -> String {
        get { self[name] ?? "" }
        set { self[name] = newValue }
    }
}
