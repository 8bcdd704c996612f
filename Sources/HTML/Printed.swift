/// A part of a page: to be printed now, or already printed for another page in the same language.
package enum Printed<Part: Template & Sendable>: Template, Sendable {
    case now(Part)
    case before(RawHTML)

    package func render(into html: inout HTMLBuffer) {
        switch self {
        case .now(let part): part.render(into: &html)
        case .before(let markup): html.text(markup)
        }
    }
}
