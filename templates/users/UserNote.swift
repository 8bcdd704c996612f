import HTML

/// What an admin wrote down about a user.
package struct UserNote: Sendable {
    package var author: String
    package var at: String
    package var body: String

    package init(author: String, at: String, body: String) {
        self.author = author
        self.at = at
        self.body = body
    }
}
