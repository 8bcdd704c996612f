import Console
import Foundation
import HTML
import Templates
import Testing

@testable import roost

/// The words in which the audit log says what code has recorded. A value of a closed set that has none is shown as code calls it, in every
/// language: nobody sees that but the reader.
@Suite struct AuditWordTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let fields = ConsoleApplication.declarations.auditFields

    /// What is called the same in every language.
    private static let names = [
        "format": "a file format", "encoding": "an encoding of texts", "event": "what a provider calls its event",
        "id_tokens": "an algorithm of signatures",
    ]

    /// True if the text has a letter of the language's script.
    private func isOf(_ language: Language, _ text: String) -> Bool {
        switch language {
        case .ru: text.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) }
        case .fa: text.unicodeScalars.contains { (0x600...0x6FF).contains($0.value) }
        default: text.contains { $0.isLetter }
        }
    }

    @Test func `A2: each value of a closed set has words in every language`() {
        #expect(Self.fields.count { !$0.values.isEmpty } > 8)
        for field in Self.fields {
            for value in field.values {
                for language in Language.allCases {
                    let text = field.value?(value.value, "", language) ?? ""
                    #expect(isOf(language, text), "\(field.name) \(value.value) in \(language): \(text)")
                    #expect(text != value.value, "\(field.name) \(value.value) in \(language)")
                }
            }
        }
    }

    @Test func `A2: a field to which code writes values of an enumeration has words for them`() throws {
        let written = try Regex<(Substring, Substring)>(
            #"(?:\.init|Change)\(\s*"([a-z_]+)",\s*(?:old:\s*[\w.?]+,\s*)?(?:old|new):\s*[\w.?$]+\.rawValue"#)
        var found: Set<String> = []
        let files = FileManager.default.enumerator(
            at: Self.root.appending(path: "Sources"), includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            found.formUnion(text.matches(of: written).map { String($0.output.1) })
        }
        #expect(found.isSuperset(of: ["reward_state", "privacy_kind", "role"]), "\(found)")
        for name in found.subtracting(Self.names.keys).sorted() {
            let declared = Self.fields.filter { $0.name == name && !$0.isPrefix }
            #expect(declared.contains { $0.value != nil }, "\(name) has no words for its values")
        }
    }

    @Test func `A2: who is no person and what is no network address are said in the reader's language`() {
        for language in [Language.es, .ru, .fa] {
            let user = AuditWords.actor("User", kind: "user", language)
            #expect(user != "User" && isOf(language, user))
            for address in ["app", "local"] {
                let words = AuditWords.address(address, language)
                #expect(words != address && isOf(language, words), "\(address) in \(language)")
            }
        }
        #expect(
            AuditWords.actor("Sara", kind: "admin", .ru) == "Sara" && AuditWords.address("10.0.0.7", .ru) == "10.0.0.7")
        let words = AuditWords(kind: "class", language: .ru)
        let change = words.change(.init("is_weighted", old: "false", new: "true"))
        #expect(change.old == LocalText(Strings.form_no).resolve(in: .ru))
        #expect(change.new == LocalText(Strings.form_yes).resolve(in: .ru))
        // What a person wrote is what they wrote.
        let typed = words.change(.init("is_weighted", new: "no", isPersonal: true))
        #expect(typed.new == "no")
    }
}
