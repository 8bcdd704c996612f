import HTML
import Postgres
import Templates

/// The name under which pages show a user.
package enum UserName {
    /// The end of the address that an erasure leaves in place of the user's own; the user's id stands before it.
    package static let erased = "@erased.invalid"

    /// Returns the name, or the address of a user without a name. An erased user has neither: the words say so.
    package static func shown(_ name: String, _ email: String, _ language: Language) -> String {
        guard name.isEmpty else { return name }
        guard email.hasSuffix(erased) else { return email }
        return Strings.user_erased(id: String(email.prefix(8))).resolve(in: language)
    }

    /// A condition: the address is of an erased user.
    package static func isErased(_ email: SQL) -> SQL { "\(email) like \("%" + erased)" }

    /// The address below the name: nothing if it is the name already, or if the user was erased.
    package static func detail(_ name: String, _ email: String) -> String? {
        name.isEmpty || email.hasSuffix(erased) ? nil : email
    }
}
