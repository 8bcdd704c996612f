import Foundation
import Testing

@testable import TemplateCompiler

struct StringCatalogueTests {
    private func catalogue(_ files: [String: String]) throws -> StringCatalogue {
        try StringCatalogue(
            files.reduce(into: [:]) { sources, file in
                sources[file.key] = Source(path: "\(file.key).json", bytes: Array(file.value.utf8))
            })
    }

    private func problems(_ english: String, ru russian: String) throws -> [String] {
        let all = try catalogue(["en": english, "ru": russian, "es": english, "fa": english]).problems
        return all.filter { $0.file == "ru.json" }.map(\.message)
    }

    private func refusal(_ english: String) -> Diagnostic? {
        do {
            _ = try catalogue(["en": english])
            return nil
        } catch { return error as? Diagnostic }
    }

    @Test func `nested and dotted keys are the same`() throws {
        let nested = try catalogue(["en": #"{"a": {"b": "x", "c": {"d": "y"}}}"#])
        let flat = try catalogue(["en": #"{"a.b": "x", "a.c.d": "y"}"#])
        #expect(nested.entries.map(\.key) == ["a.b", "a.c.d"])
        #expect(nested.entries.map(\.key) == flat.entries.map(\.key))
    }

    @Test func `a translation that is whole raises no problem`() throws {
        let russian = #"{"n": {"by": "n", "one": "{n} a", "few": "{n} b", "many": "{n} c", "other": "{n} d"}}"#
        #expect(try problems(#"{"n": {"by": "n", "one": "{n} x", "other": "{n} y"}}"#, ru: russian) == [])
    }

    @Test func `a translation that is missing or differs is a problem, and English stands in`() throws {
        #expect(try problems(#"{"a": "x"}"#, ru: "{}") == ["'a' is missing"])
        #expect(try problems(#"{"a": "x"}"#, ru: #"{"a": "x", "b": "y"}"#) == ["'b' is not in en.json"])
        #expect(try problems(#"{"a": "{n}"}"#, ru: #"{"a": "x"}"#) == ["'a' lacks the place '{n}'"])
        #expect(try problems(#"{"a": "x"}"#, ru: #"{"a": "{n}"}"#) == ["'a' has a place '{n}' that English lacks"])
        let plural = #"{"a": {"by": "n", "one": "{n} x", "other": "{n} y"}}"#
        #expect(try problems(plural, ru: plural) == ["'a' lacks the plural \"few\", \"many\""])
        let code = StringsCode.file(try catalogue(["en": #"{"a": "x"}"#, "ru": "{}"]))
        #expect(code.contains(#"a = StringKey("a", en: "x", es: nil, ru: nil, fa: nil)"#))
    }

    @Test func `a language without a file is a problem`() throws {
        #expect(try catalogue(["en": #"{"a": "x"}"#]).problems.count == 3)
    }

    @Test func `what is wrong in the English file fails the build at its line`() {
        #expect(refusal("{\n\"a\": \"x\",\n\"a\": \"y\"}")?.line == 3)
        #expect(refusal("{\"a\": {\"b\": \"x\"}, \"a.b\": \"y\"}")?.message.contains("twice") == true)
        #expect(refusal(#"{"a.b": "x", "a_b": "y"}"#)?.message.contains("both Strings.a_b") == true)
        #expect(refusal(#"{"a": "{n}", "a.key": "y"}"#)?.message.contains("both Strings.a_key") == true)
        #expect(refusal(#"{"a-b": "x"}"#)?.message.contains("letters, digits") == true)
        #expect(refusal(#"{"a": "{x"}"#)?.message.contains("not closed") == true)
        #expect(refusal(#"{"a": "{x y}"}"#)?.message.contains("not a place") == true)
        #expect(refusal(#"{"a": {"by": "n", "one": "x"}}"#)?.message.contains("needs \"other\"") == true)
        #expect(refusal(#"{"a": 1}"#)?.message.contains("expected a string") == true)
        #expect(refusal("{\"a\": \"x\"")?.message.contains("expected a ,") == true)
        #expect(refusal("[]")?.message.contains("expected a string or an object") == true)
    }

    @Test func `the check of a folder finds what is missing`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "strings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for language in StringCatalogue.languages {
            try Data(#"{"a": "x"}"#.utf8).write(to: folder.appending(path: "\(language).json"))
        }
        #expect(CommandLineTool.stringProblems(in: folder.path) == [])
        try Data("{}".utf8).write(to: folder.appending(path: "fa.json"))
        var printed: [String] = []
        #expect(CommandLineTool.run(["tool", "--check-strings", folder.path]) { printed.append($0) } == 1)
        #expect(printed == ["\(folder.path)/fa.json:1:1: warning: 'a' is missing"])
    }
}
