import HTML
import Postgres

/// A reference to a user by which a support caller may identify themselves: a former address, the number of a
/// payment, a device. The search of users tries all of them if the text is no plain name.
package struct UserReference: Sendable {
    /// For example in "Found by: former e-mail".
    package let label: StringKey
    /// Returns a query with one column, the users' ids, read from an index; nil for a text that can't be such a
    /// reference.
    package let users: @Sendable (_ text: String) -> SQL?

    /// True if any text may be one, also several words or a plain name.
    package let isFree: Bool

    package init(_ label: StringKey, isFree: Bool = false, _ users: @escaping @Sendable (_ text: String) -> SQL?) {
        self.label = label
        self.isFree = isFree
        self.users = users
    }
}
