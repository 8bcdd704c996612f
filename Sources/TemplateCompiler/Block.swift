/// A `for` or `if` whose `end` has not been read yet.
struct Block {
    enum Kind {
        case loop
        /// `closing` braces end it: every `else if` is an `if` inside an `else`.
        case condition(closing: Int)
    }

    var kind: Kind
    let offset: Int
    /// The Swift expression of the collection, for the `{% else %}` of a loop.
    let collection: String
    let before: MarkupState
    /// The state at the end of the branches so far.
    var joined: MarkupState?
    var hasElse = false
    let scopeCount: Int
}
