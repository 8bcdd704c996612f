/// One text in one language: words with `{name}` placeholders, perhaps one wording per plural category.
struct Translation: Equatable {
    enum Piece: Equatable {
        case words(String)
        case argument(String)
    }

    static let categories = ["one", "few", "many", "other"]

    /// The name of the argument that selects the wording; nil if there is only one wording.
    let pluralBy: String?
    /// By category; only `other` without a plural.
    let forms: [String: [Piece]]

    /// The arguments in order of first use, over all forms.
    var arguments: [String] {
        var names: [String] = pluralBy.map { [$0] } ?? []
        for category in Self.categories {
            for case .argument(let name) in forms[category] ?? [] where !names.contains(name) { names.append(name) }
        }
        return names
    }

    init(_ text: String, _ source: Source, at offset: Int) throws(Diagnostic) {
        pluralBy = nil
        forms = ["other": try Self.pieces(text, source, offset)]
    }

    /// `{"by": "count", "one": "…", "other": "…"}`
    init(plural members: [JSON.Member], _ source: Source, at offset: Int) throws(Diagnostic) {
        var by: String?
        var forms: [String: [Piece]] = [:]
        for member in members {
            guard case .string(let text) = member.value else {
                throw source.error("a plural holds strings", at: member.offset)
            }
            if member.key == "by" {
                by = text
            } else if Self.categories.contains(member.key) {
                forms[member.key] = try Self.pieces(text, source, member.offset)
            } else {
                throw source.error("'\(member.key)' is no plural category", at: member.offset)
            }
        }
        guard let by, MemberPath.isIdentifier(by) else { throw source.error("a plural needs \"by\"", at: offset) }
        guard forms["other"] != nil else { throw source.error("a plural needs \"other\"", at: offset) }
        pluralBy = by
        self.forms = forms
    }

    /// Returns the categories that `language` uses and this text lacks.
    func missingCategories(_ language: String) -> [String] {
        guard pluralBy != nil else { return [] }
        let needed = language == "ru" ? ["one", "few", "many", "other"] : ["one", "other"]
        return needed.filter { forms[$0] == nil }
    }

    /// Returns a Swift literal as `StringKey.Pattern` describes it; `names` give the arguments their letters.
    func literal(arguments names: [String]) -> String {
        let categories = pluralBy == nil ? ["other"] : Self.categories
        let wordings = categories.map { category in
            (forms[category] ?? []).map { piece in
                switch piece {
                case .words(let words): words
                case .argument(let name): "\u{2}" + Self.letter(names.firstIndex(of: name) ?? 0)
                }
            }.joined()
        }
        return CodeWriter.quoted(wordings.joined(separator: "\u{1F}"))
    }

    private static func letter(_ position: Int) -> String {
        String(Character(Unicode.Scalar(UInt8(65 + min(position, 25)))))
    }

    private static func pieces(_ text: String, _ source: Source, _ offset: Int) throws(Diagnostic) -> [Piece] {
        var pieces: [Piece] = []
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { pieces.append(.words(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw source.error("this { is not closed", at: offset)
            }
            let name = String(rest[rest.index(after: open)..<close])
            guard MemberPath.isIdentifier(name), !MemberPath.reserved.contains(name) else {
                throw source.error("'{\(name)}' is not a place for an argument", at: offset)
            }
            pieces.append(.argument(name))
            rest = rest[rest.index(after: close)...]
        }
        guard !rest.contains("}") else { throw source.error("this } opens nothing", at: offset) }
        if !rest.isEmpty { pieces.append(.words(String(rest))) }
        return pieces
    }
}
