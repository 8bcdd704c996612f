/// A page or part with an `.html` file beside it. The template compiler generates the conformance.
package protocol Template {
    func render(into html: inout HTMLBuffer)
}

extension Template {
    package func rendered(in language: Language) -> HTMLBuffer {
        var html = HTMLBuffer(language: language)
        render(into: &html)
        return html
    }
}
