/// Markup that is printed unescaped. It comes from the program's own literals or from an `HTMLBuffer`, never from a
/// `String`; so text that a person typed can't become markup.
package struct RawHTML: Sendable {
    private enum Source: Sendable {
        case literal(StaticString)
        case built([UInt8])
    }

    private let source: Source

    package init(trusted markup: StaticString) {
        source = .literal(markup)
    }

    /// Stores what `build` prints in `language`.
    package init(language: Language, builtBy build: (inout HTMLBuffer) -> Void) {
        var html = HTMLBuffer(language: language, capacity: 256)
        build(&html)
        source = .built(html.withUnsafeBytes { Array($0) })
    }

    /// The length in bytes.
    package var count: Int {
        switch source {
        case .literal(let markup): markup.utf8CodeUnitCount
        case .built(let bytes): bytes.count
        }
    }

    func append(to html: inout HTMLBuffer) {
        switch source {
        case .literal(let markup): html.raw(markup)
        case .built(let bytes): bytes.withUnsafeBufferPointer { html.append($0) }
        }
    }
}
