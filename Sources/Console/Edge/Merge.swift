import HTML
import Templates

/// Merges a form with a newer stored version. A field that only the other person changed gets the stored value; a
/// field that both changed keeps the typed one. Both values are shown, and nothing is stored before the admin has
/// seen them.
package struct Merge<Values> {
    package var values: Values
    package private(set) var notes: [MergeNote] = []

    /// `typed` is what the admin entered, `was` the value when the form was opened, `stored` the value that another
    /// actor stored meanwhile. `words` turns a value into readable words.
    package init(
        typed: Values, was: Values, stored: Values,
        fields: [(label: StringKey, path: WritableKeyPath<Values, String> & Sendable)],
        words: (String, StringKey) -> String = { value, _ in value }
    ) {
        values = typed
        for (label, path) in fields where stored[keyPath: path] != was[keyPath: path] {
            let (theirs, yours) = (stored[keyPath: path], typed[keyPath: path])
            guard theirs != yours else { continue }
            let isUnchanged = yours == was[keyPath: path]
            if isUnchanged { values[keyPath: path] = theirs }
            notes.append(
                MergeNote(
                    label: LocalText(label), theirs: words(theirs, label), yours: words(yours, label),
                    isKept: isUnchanged))
        }
    }
}
