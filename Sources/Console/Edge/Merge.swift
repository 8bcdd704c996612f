import HTML
import Templates

/// What a form holds after it was saved over a newer version. Fields only they changed take their value; fields both
/// changed keep the person's; both are shown, and nothing is stored before the person has seen it.
package struct Merge<Values> {
    package var values: Values
    package private(set) var notes: [MergeNote] = []

    /// `typed` by the person, over what the form was opened with (`was`), while somebody `stored` something else.
    /// `words` says a value as people read it.
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
