/// A `for` or `if` that waits for its `end`.
struct Block {
    enum Kind {
        case loop
        /// `closing` braces end it: every `else if` is an `if` within an `else`.
        case condition(closing: Int)
    }

    var kind: Kind
    let offset: Int
    /// In Swift, for the `{% else %}` of a loop.
    let collection: String
    let before: MarkupState
    /// Where the branches so far have ended.
    var joined: MarkupState?
    var hasElse = false
    let scopeCount: Int
}
