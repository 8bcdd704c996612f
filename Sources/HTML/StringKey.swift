/// One text in all languages, as `Strings.swift` (generated from the `strings/` folders below `templates/`) contains
/// it. Each text is one object that lives as long as the program, so passing it costs nothing.
package final class StringKey: Sendable {
    /// A text with its placeholders marked: byte 2 and a letter from `A` mark an argument by position, and byte 31
    /// separates the plural forms, in the order of `PluralCategory`. An empty form means `other`.
    struct Pattern {
        let text: StaticString
        let language: Language
    }

    static let argumentMark: UInt8 = 2
    static let formMark: UInt8 = 31

    /// As in the JSON files: `users.list.title`.
    package let name: StaticString
    package let argumentNames: [StaticString]
    /// The position of the argument whose number selects the plural form.
    private let pluralBy: Int?
    private let en: StaticString
    private let es: StaticString?
    private let ru: StaticString?
    private let fa: StaticString?

    package init(
        _ name: StaticString, arguments: [StaticString] = [], pluralBy: Int? = nil,
        en: StaticString, es: StaticString?, ru: StaticString?, fa: StaticString?
    ) {
        self.name = name
        argumentNames = arguments
        self.pluralBy = pluralBy
        self.en = en
        self.es = es
        self.ru = ru
        self.fa = fa
    }

    /// Languages for which this text falls back to English.
    package var missing: [Language] {
        Language.allCases.filter { pattern(in: $0).language != $0 }
    }

    /// True for a text without arguments: it is printed straight from the program's image.
    var isPlain: Bool { argumentNames.isEmpty }

    func pattern(in language: Language) -> Pattern {
        let translated: StaticString? =
            switch language {
            case .en: en
            case .es: es
            case .ru: ru
            case .fa: fa
            }
        return translated.map { Pattern(text: $0, language: language) } ?? Pattern(text: en, language: .en)
    }

    /// `Strings.users_title()` reads like `Strings.users_shown(shown: 3)` where a `LocalText` is needed.
    package func callAsFunction() -> LocalText {
        LocalText(self)
    }

    package func resolve(in language: Language) -> String {
        LocalText(self).resolve(in: language)
    }

    func resolve(_ arguments: [LocalText.Argument], in language: Language) -> String {
        let pattern = pattern(in: language)
        if isPlain { return pattern.text.description }
        var resolved: [UInt8] = []
        pieces(of: pattern, arguments) { piece in
            switch piece {
            case .literal(let bytes): resolved += bytes
            case .argument(let argument): resolved += argument.string(in: language).utf8
            }
        }
        return String(decoding: resolved, as: UTF8.self)
    }

    /// A literal part of a pattern, or the argument at a placeholder.
    enum Piece {
        case literal(UnsafeBufferPointer<UInt8>)
        case argument(LocalText.Argument)
    }

    /// Passes the pieces of the plural form that the arguments select to `body`.
    func pieces(of pattern: Pattern, _ arguments: [LocalText.Argument], _ body: (Piece) -> Void) {
        pattern.text.withUTF8Buffer { bytes in
            let form = form(of: bytes, arguments, in: pattern.language)
            var (begin, index) = (form.lowerBound, form.lowerBound)
            while index + 1 < form.upperBound {
                guard bytes[index] == Self.argumentMark else {
                    index += 1
                    continue
                }
                if index > begin { body(.literal(UnsafeBufferPointer(rebasing: bytes[begin..<index]))) }
                let position = Int(bytes[index + 1]) - 65
                if arguments.indices.contains(position) { body(.argument(arguments[position])) }
                index += 2
                begin = index
            }
            if begin < form.upperBound { body(.literal(UnsafeBufferPointer(rebasing: bytes[begin..<form.upperBound]))) }
        }
    }

    private func form(
        of bytes: UnsafeBufferPointer<UInt8>, _ arguments: [LocalText.Argument], in language: Language
    ) -> Range<Int> {
        guard let pluralBy, arguments.indices.contains(pluralBy), case .number(let number) = arguments[pluralBy] else {
            return 0..<bytes.count
        }
        var forms: [Range<Int>] = []
        var begin = 0
        for index in bytes.indices where bytes[index] == Self.formMark {
            forms.append(begin..<index)
            begin = index + 1
        }
        forms.append(begin..<bytes.count)
        let wanted = PluralCategory.allCases.firstIndex(of: PluralCategory(of: number, in: language)) ?? 0
        guard forms.indices.contains(wanted), !forms[wanted].isEmpty else { return forms[forms.count - 1] }
        return forms[wanted]
    }
}

extension StringKey: Hashable, CustomStringConvertible {
    package static func == (a: StringKey, b: StringKey) -> Bool { a === b }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    package var description: String { name.description }
}
