import HTML

/// A field that somebody else changed while this form was open.
package struct MergeNote: Sendable {
    package var label: LocalText
    package var theirs: String
    package var yours: String
    /// True when theirs stands in the form now, since you had not touched the field.
    package var isKept: Bool

    package init(label: LocalText, theirs: String, yours: String, isKept: Bool) {
        self.label = label
        self.theirs = theirs
        self.yours = yours
        self.isKept = isKept
    }
}
