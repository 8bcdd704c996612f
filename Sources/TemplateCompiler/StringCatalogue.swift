/// All texts of the `strings/` folders below `templates/`. English is the reference with which the other languages
/// are compared.
struct StringCatalogue {
    struct Entry {
        let key: String
        let arguments: [String]
        /// By language code; languages that fall back to English are absent.
        var translations: [String: Translation]

        /// `users.list.title` becomes `Strings.users_list_title`.
        var swiftName: String { Self.swiftName(key) }

        /// The name of the `StringKey`. If the text has arguments, `swiftName` is the function that takes them.
        var constantName: String { arguments.isEmpty ? swiftName : swiftName + "_key" }

        static func swiftName(_ key: String) -> String {
            let name = key.replacing(".", with: "_")
            return MemberPath.reserved.contains(name) || name == "all" ? name + "_" : name
        }
    }

    static let languages = ["en", "es", "ru", "fa"]
    static let reference = "en"

    private(set) var entries: [Entry] = []
    /// Missing or differing translations. The build continues with English; the contract tests fail.
    private(set) var problems: [Diagnostic] = []
    private var index: [String: Int] = [:]
    private var folders: [StringFolder] = []
    /// Keys by the Swift names that they become.
    private var names: [String: String] = [:]

    init() {}

    init(_ folders: [StringFolder]) throws(Diagnostic) {
        self.folders = folders
        for folder in folders {
            try checkPrefix(folder)
            guard let english = folder.sources[Self.reference] else {
                guard let other = folder.sources.values.min(by: { $0.path < $1.path }) else { continue }
                throw other.error("there is no \(Self.reference).json beside this file", at: 0)
            }
            let count = entries.count
            try readReference(english, of: folder)
            for language in Self.languages where language != Self.reference {
                if let source = folder.sources[language] {
                    try read(language, source, entries[count...])
                } else if entries.count > count {
                    problems.append(english.warning("there are no strings in '\(language)'", at: 0))
                }
            }
        }
    }

    private func checkPrefix(_ folder: StringFolder) throws(Diagnostic) {
        guard let prefix = folder.prefix else { return }
        func refusal(_ message: String) -> Diagnostic {
            Diagnostic(severity: .error, file: folder.path, line: 1, column: 1, message: message)
        }
        guard MemberPath.isIdentifier(prefix) else { throw refusal("'\(prefix)' can't begin a key") }
        guard let other = folders.first(where: { $0.prefix == prefix }), other.path != folder.path else { return }
        throw refusal("keys that begin with '\(prefix).' belong to \(other.path)")
    }

    /// Returns the Swift expression that `{% t "key" … %}` prints.
    func call(
        _ key: String, _ arguments: [Directive.Argument], scope: [String], _ source: Source, at offset: Int
    ) throws(Diagnostic) -> String {
        guard let entry = index[key].map({ entries[$0] }) else {
            let folder = (folders.first { $0.owns(key) } ?? folders.first)?.path ?? "strings"
            throw source.error("there is no string '\(key)' in \(folder)/\(Self.reference).json", at: offset)
        }
        for name in entry.arguments where !arguments.contains(where: { $0.name == name }) {
            throw source.error("the string '\(key)' needs the argument '\(name)'", at: offset)
        }
        for argument in arguments where !entry.arguments.contains(argument.name) {
            throw source.error("the string '\(key)' has no place for '\(argument.name)'", at: offset)
        }
        let name = "Strings.\(entry.swiftName)"
        if entry.arguments.isEmpty { return name }
        let values = entry.arguments.map { name in
            let value = arguments.first { $0.name == name }?.value.code(scope: scope) ?? name
            return "\(name): \(value)"
        }
        return "\(name)(\(values.joined(separator: ", ")))"
    }

    // MARK: Reading

    private mutating func readReference(_ source: Source, of folder: StringFolder) throws(Diagnostic) {
        for (key, translation, offset) in try Self.flatten(source) {
            try checkPlace(key, folder, source, at: offset)
            let entry = Entry(key: key, arguments: translation.arguments, translations: [Self.reference: translation])
            for name in [entry.swiftName] + (entry.arguments.isEmpty ? [] : [entry.constantName]) {
                guard let other = names.updateValue(key, forKey: name) else { continue }
                throw source.error("'\(key)' and '\(other)' are both Strings.\(name)", at: offset)
            }
            guard translation.arguments.count <= 26 else { throw source.error("too many arguments", at: offset) }
            if let category = translation.missingCategories(Self.reference).first {
                throw source.error("'\(key)' lacks the plural \"\(category)\"", at: offset)
            }
            index[key] = entries.count
            entries.append(entry)
        }
    }

    /// A key must be in the folder of the feature whose name it begins with, or in the common folder if there is
    /// none.
    private func checkPlace(
        _ key: String, _ folder: StringFolder, _ source: Source, at offset: Int
    ) throws(Diagnostic) {
        if let prefix = folder.prefix, !folder.owns(key) {
            throw source.error("a key of this folder begins with '\(prefix).'; not '\(key)'", at: offset)
        }
        if folder.prefix == nil, let owner = folders.first(where: { $0.owns(key) }) {
            throw source.error("'\(key)' belongs to \(owner.path)", at: offset)
        }
    }

    /// `expected` are the folder's texts in English.
    private mutating func read(
        _ language: String, _ source: Source, _ expected: ArraySlice<Entry>
    ) throws(Diagnostic) {
        var seen: Set<String> = []
        for (key, translation, offset) in try Self.flatten(source) {
            seen.insert(key)
            guard let position = index[key], expected.indices.contains(position) else {
                problems.append(source.warning("'\(key)' is not in \(Self.reference).json", at: offset))
                continue
            }
            if let problem = Self.difference(translation, entries[position], language) {
                problems.append(source.warning("'\(key)' \(problem)", at: offset))
            } else {
                entries[position].translations[language] = translation
            }
        }
        for entry in expected where !seen.contains(entry.key) {
            problems.append(source.warning("'\(entry.key)' is missing", at: 0))
        }
    }

    private static func difference(_ translation: Translation, _ entry: Entry, _ language: String) -> String? {
        let wanted = Set(entry.arguments)
        let found = Set(translation.arguments)
        if let name = found.subtracting(wanted).sorted().first { return "has a place '{\(name)}' that English lacks" }
        if let name = wanted.subtracting(found).sorted().first { return "lacks the place '{\(name)}'" }
        let reference = entry.translations[Self.reference]?.pluralBy
        if translation.pluralBy != reference, translation.pluralBy != nil || reference != nil {
            return "has its plural by another argument than English"
        }
        let missing = translation.missingCategories(language)
        return missing.isEmpty ? nil : "lacks the plural \(missing.map { "\"\($0)\"" }.joined(separator: ", "))"
    }

    private static func flatten(_ source: Source) throws(Diagnostic) -> [(String, Translation, Int)] {
        var flat: [(String, Translation, Int)] = []
        try flatten(try JSON.read(source), "", source, into: &flat)
        var seen: Set<String> = []
        for (key, _, offset) in flat where !seen.insert(key).inserted {
            throw source.error("the key '\(key)' stands here twice", at: offset)
        }
        return flat
    }

    private static func flatten(
        _ members: [JSON.Member], _ prefix: String, _ source: Source, into flat: inout [(String, Translation, Int)]
    ) throws(Diagnostic) {
        for member in members {
            let key = prefix + member.key
            guard MemberPath.isIdentifier(String(key.replacing(".", with: "_"))) else {
                throw source.error("a key holds letters, digits, _ and dots; not '\(key)'", at: member.offset)
            }
            switch member.value {
            case .string(let text): flat.append((key, try Translation(text, source, at: member.offset), member.offset))
            case .object(let inner) where inner.contains { $0.key == "by" && $0.isString }:
                flat.append((key, try Translation(plural: inner, source, at: member.offset), member.offset))
            case .object(let inner): try flatten(inner, key + ".", source, into: &flat)
            }
        }
    }
}

extension JSON.Member {
    fileprivate var isString: Bool {
        if case .string = value { true } else { false }
    }
}
