import HTML
import Postgres

/// What refers to a user and can be named by whoever calls: a former address, the number of a payment, a device. The search of users
/// asks all of them when a text is no plain name.
package struct UserReference: Sendable {
    /// As in "Found by: former e-mail".
    package let label: StringKey
    /// One column with the users' ids, read from an index; nil for a text that can't be such a reference.
    package let users: @Sendable (_ text: String) -> SQL?

    package init(_ label: StringKey, _ users: @escaping @Sendable (_ text: String) -> SQL?) {
        self.label = label
        self.users = users
    }
}
