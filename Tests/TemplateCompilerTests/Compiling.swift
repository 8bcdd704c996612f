@testable import TemplateCompiler

/// What tests of the compiler say in one line.
enum Compiling {
    static let strings: StringCatalogue = {
        let text = #"""
            {"title": "Users", "greet": "Hello {name}", "shown": {"by": "n", "one": "{n} user", "other": "{n} users"}}
            """#
        let english = Source(path: "en.json", bytes: Array(text.utf8))
        return (try? StringCatalogue([StringFolder(path: "strings", prefix: nil, sources: ["en": english])]))
            ?? StringCatalogue()
    }()

    static func code(_ template: String) throws(Diagnostic) -> String {
        try TemplateCompilation.code(
            for: Source(path: "X.html", bytes: Array(template.utf8)), name: "X", strings: strings)
    }

    /// The first error, or nil when it compiles.
    static func problem(_ template: String) -> Diagnostic? {
        do {
            _ = try code(template)
            return nil
        } catch {
            return error
        }
    }

    /// The statements of `render`, without directives and indentation.
    static func statements(_ template: String) throws -> [String] {
        let lines = try code(template).split(separator: "\n").map { $0.drop { $0 == " " } }
        let body = lines.drop { !$0.hasPrefix("package func") }.dropFirst().dropLast(3)
        return body.filter { !$0.hasPrefix("#sourceLocation") }.map(String.init)
    }
}
