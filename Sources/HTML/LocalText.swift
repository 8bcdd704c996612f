/// A text with its arguments but without a language: it is resolved when it is printed.
package struct LocalText: Sendable, Hashable {
    package enum Argument: Sendable, Hashable {
        /// Printed in the language's digits; may select the plural form.
        case number(Int)
        case text(String)
        case local(LocalText)
        case formatted(Formatted)

        func string(in language: Language) -> String {
            switch self {
            case .number(let value): NumberStyle(language).integer(value)
            case .text(let value): value
            case .local(let value): value.resolve(in: language)
            case .formatted(let value): value.string(in: language)
            }
        }
    }

    package let key: StringKey
    package let arguments: [Argument]

    /// For generated code, which knows the key's arguments; elsewhere call `Strings.…`.
    package init(_ key: StringKey, _ arguments: [Argument] = []) {
        self.key = key
        self.arguments = arguments
    }

    package func resolve(in language: Language) -> String {
        key.resolve(arguments, in: language)
    }
}

/// A value that can replace a placeholder of a text.
package protocol TextArgument {
    var argument: LocalText.Argument { get }
}

extension Int: TextArgument {
    package var argument: LocalText.Argument { .number(self) }
}

extension String: TextArgument {
    package var argument: LocalText.Argument { .text(self) }
}

extension StringKey: TextArgument {
    package var argument: LocalText.Argument { .local(LocalText(self)) }
}

extension LocalText: TextArgument {
    package var argument: LocalText.Argument { .local(self) }
}

extension Formatted: TextArgument {
    package var argument: LocalText.Argument { .formatted(self) }
}
