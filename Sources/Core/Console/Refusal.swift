import Templates
import HTML
import HTTPTypes
import Web

/// Why an action did not happen. Each is a different page; none shows the cause.
package enum Refusal: Error {
    case notFound
    case notAllowed
    /// The form again, with what was typed and what is wrong beside the fields: 422.
    case form(any Page)
    /// Somebody else changed the thing meanwhile: 409, with a page that shows both.
    case changed(any Page)
}
