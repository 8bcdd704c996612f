/// The functions that generated code calls for `{{ value }}`: the name says the place of the value, the overload its
/// type. A type without an overload can't be printed in that place; this keeps raw HTML out of attributes.
extension HTMLBuffer {
    // MARK: Text

    package mutating func text(_ value: String) { appendEscaped(value) }
    package mutating func text(_ value: Substring) { appendEscaped(String(value)) }
    package mutating func text(_ value: Character) { appendEscaped(String(value)) }
    /// In the digits and grouping of the page's language.
    package mutating func text(_ value: Int) { appendEscaped(NumberStyle(language).integer(value)) }
    package mutating func text(_ value: StringKey) { appendEscaped(value) }
    package mutating func text(_ value: LocalText) { appendEscaped(value) }
    package mutating func text(_ value: Formatted) { appendEscaped(value.string(in: language)) }
    package mutating func text(_ value: Link) { appendEscaped(value.description) }
    package mutating func text(_ value: RawHTML) { value.append(to: &self) }

    // MARK: Quoted attributes

    package mutating func attribute(_ value: String) { appendEscaped(value) }
    package mutating func attribute(_ value: Substring) { appendEscaped(String(value)) }
    package mutating func attribute(_ value: Character) { appendEscaped(String(value)) }
    /// In ASCII digits without grouping: programs read `value`, `colspan` and the like.
    package mutating func attribute(_ value: Int) { appendEscaped(String(value)) }
    /// `true` or `false`, as `aria-…` requires.
    package mutating func attribute(_ value: Bool) { raw(value ? "true" : "false") }
    package mutating func attribute(_ value: StringKey) { appendEscaped(value) }
    package mutating func attribute(_ value: LocalText) { appendEscaped(value) }
    package mutating func attribute(_ value: Formatted) { appendEscaped(value.string(in: language)) }
    package mutating func attribute(_ value: Link) { appendEscaped(value.description) }

    // MARK: Addresses

    /// A whole address, or the first part of one.
    package mutating func link(_ value: Link) { appendEscaped(value.description) }
    /// A part of an address after literal text: percent-encoded, so it stays one segment or one query value.
    package mutating func urlComponent(_ value: String) {
        var value = value
        // A text that needs no percent-encoding needs no character reference either.
        let isPlain = value.withUTF8 { bytes in
            guard bytes.allSatisfy(Escaping.isUnreserved) else { return false }
            append(bytes)
            return true
        }
        if !isPlain { appendEscaped(Escaping.percentEncoded(value)) }
    }
    package mutating func urlComponent(_ value: Substring) { appendEscaped(Escaping.percentEncoded(value)) }
    package mutating func urlComponent(_ value: Int) { appendEscaped(String(value)) }

    private mutating func appendEscaped(_ key: StringKey) {
        if key.isPlain {
            key.pattern(in: language).text.withUTF8Buffer { appendEscaped($0) }
        } else {
            appendEscaped(key.resolve(in: language))
        }
    }

    private mutating func appendEscaped(_ text: LocalText) {
        if text.key.isPlain { return appendEscaped(text.key) }
        text.key.pieces(of: text.key.pattern(in: language), text.arguments) { piece in
            switch piece {
            case .literal(let bytes): appendEscaped(bytes)
            case .argument(.text(let value)): appendEscaped(value)
            case .argument(.local(let value)): appendEscaped(value)
            case .argument(let value): appendEscaped(value.string(in: language))
            }
        }
    }
}
