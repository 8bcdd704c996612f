import Foundation
import Testing

@testable import TemplateCompiler

struct StringCatalogueTests {
    private func catalogue(_ files: [String: String]) throws -> StringCatalogue {
        try StringCatalogue([folder(nil, files)])
    }

    private func folder(_ prefix: String?, _ files: [String: String]) -> StringFolder {
        let path = prefix.map { "templates/\($0)/strings" } ?? "templates/strings"
        return StringFolder(
            path: path, prefix: prefix,
            sources: files.reduce(into: [:]) { sources, file in
                let name = prefix == nil ? "\(file.key).json" : "\(path)/\(file.key).json"
                sources[file.key] = Source(path: name, bytes: Array(file.value.utf8))
            })
    }

    private func refusal(_ folders: [StringFolder]) -> String? {
        do {
            _ = try StringCatalogue(folders)
            return nil
        } catch { return error.description }
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

    @Test func `12.1: a kind's texts lie in its own folder, and are compared there`() throws {
        let all = try StringCatalogue([
            folder(nil, ["en": #"{"a": "x"}"#, "es": #"{"a": "x", "alarm.b": "y"}"#, "ru": #"{"a": "x"}"#]),
            folder("alarm", ["en": #"{"alarm.b": "x"}"#, "es": "{}", "ru": #"{"alarm.b": "x", "a": "y"}"#]),
        ])
        #expect(all.entries.map(\.key) == ["a", "alarm.b"])
        #expect(
            all.problems.map { "\($0.file): \($0.message)" } == [
                "es.json: 'alarm.b' is not in en.json",
                "en.json: there are no strings in 'fa'",
                "templates/alarm/strings/es.json: 'alarm.b' is missing",
                "templates/alarm/strings/ru.json: 'a' is not in en.json",
                "templates/alarm/strings/en.json: there are no strings in 'fa'",
            ])
    }

    @Test func `12.1: a key has one place, and the error names the file that has it elsewhere`() throws {
        let alarm = folder("alarm", ["en": #"{"alarm.b": "x"}"#])
        #expect(
            refusal([folder(nil, ["en": #"{"alarm.b": "x"}"#]), alarm])
                == "en.json:1:2: error: 'alarm.b' belongs to templates/alarm/strings")
        #expect(
            refusal([folder(nil, [:]), folder("alarm", ["en": #"{"fitness.b": "x"}"#])])
                == "templates/alarm/strings/en.json:1:2: error: a key of this folder begins with 'alarm.'; not 'fitness.b'"
        )
        #expect(
            refusal([folder(nil, ["en": #"{"alarm_b": "x"}"#]), alarm])
                == "templates/alarm/strings/en.json:1:2: error: 'alarm.b' and 'alarm_b' are both Strings.alarm_b")
        #expect(
            refusal([folder(nil, [:]), folder("alarm", ["es": "{}"])])
                == "templates/alarm/strings/es.json:1:1: error: there is no en.json beside this file")
        let nested = StringFolder(path: "templates/x/alarm/strings", prefix: "alarm")
        #expect(
            refusal([folder(nil, [:]), alarm, nested])
                == "templates/x/alarm/strings:1:1: error: keys that begin with 'alarm.' belong to templates/alarm/strings"
        )
        let page = Source(path: "X.html", bytes: [])
        #expect(throws: page.error("there is no string 'alarm.c' in templates/alarm/strings/en.json", at: 0)) {
            try StringCatalogue([folder(nil, [:]), alarm]).call("alarm.c", [], scope: [], page, at: 0)
        }
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
        #expect(CommandLineTool.stringProblems(in: [folder.path]) == [])
        try Data("{}".utf8).write(to: folder.appending(path: "fa.json"))
        var printed: [String] = []
        #expect(CommandLineTool.run(["tool", "--check-strings", folder.path]) { printed.append($0) } == 1)
        #expect(printed == ["\(folder.path)/fa.json:1:1: warning: 'a' is missing"])
    }

    @Test func `12.1: the tool takes the texts of all folders that it is given`() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "strings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let folders = ["strings", "alarm/strings"].map { root.appending(path: $0) }
        for (folder, key) in zip(folders, ["a", "alarm.b"]) {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for language in StringCatalogue.languages {
                try Data(#"{"\#(key)": "x"}"#.utf8).write(to: folder.appending(path: "\(language).json"))
            }
        }
        #expect(CommandLineTool.stringProblems(in: folders.map(\.path)) == [])
        let page = root.appending(path: "X.html")
        try Data(#"<p>{% t "a" %} {% t "alarm.b" %}</p>"#.utf8).write(to: page)
        var printed: [String] = []
        let call =
            ["tool", "--output", root.path] + folders.flatMap { ["--strings", $0.path] } + [page.path]
        #expect(CommandLineTool.run(call) { printed.append($0) } == 0)
        #expect(printed == [])
        let code = try String(contentsOf: root.appending(path: "Strings.swift"), encoding: .utf8)
        #expect(code.contains("alarm_b = StringKey("))
    }
}
