import Foundation

/// `TemplateCompiler --output DIR [--strings DIR] X.html …` and `TemplateCompiler --check-strings DIR`.
struct CommandLineTool {
    private var output: String?
    private var strings: String?
    private var stringsToCheck: String?
    private var templates: [String] = []

    /// The exit status: 0, 1 for errors in the files, 2 for a wrong call. Diagnostics go to `print`.
    static func run(_ arguments: [String], print: (String) -> Void) -> Int32 {
        var tool = CommandLineTool()
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            switch argument {
            case "--output": tool.output = rest.popFirst()
            case "--strings": tool.strings = rest.popFirst()
            case "--check-strings": tool.stringsToCheck = rest.popFirst()
            default: tool.templates.append(argument)
            }
        }
        if let directory = tool.stringsToCheck { return check(directory, print) }
        guard let output = tool.output else {
            print("error: usage: TemplateCompiler --output DIR [--strings DIR] X.html … | --check-strings DIR")
            return 2
        }
        return tool.compile(into: output, print)
    }

    /// Everything that is wrong with the strings in `directory`, errors first. Empty when all languages are whole.
    static func stringProblems(in directory: String) -> [Diagnostic] {
        do {
            return try catalogue(in: directory).problems
        } catch let problem as Diagnostic {
            return [problem]
        } catch {
            return [Diagnostic(severity: .error, file: directory, line: 1, column: 1, message: "\(error)")]
        }
    }

    private static func check(_ directory: String, _ print: (String) -> Void) -> Int32 {
        let problems = stringProblems(in: directory)
        for problem in problems { print(problem.description) }
        return problems.isEmpty ? 0 : 1
    }

    private func compile(into output: String, _ print: (String) -> Void) -> Int32 {
        var catalogue = StringCatalogue()
        var isFine = true
        do {
            if let strings { catalogue = try Self.catalogue(in: strings) }
            for problem in catalogue.problems { print(problem.description) }
            try write(StringsCode.file(catalogue), to: output + "/Strings.swift")
        } catch {
            print(Self.describe(error))
            isFine = false
        }
        var names: [String: String] = ["Strings": "strings/"]
        for path in templates {
            do {
                let name = String(path.split(separator: "/").last?.split(separator: ".").first ?? "")
                let source = try Self.source(path)
                guard MemberPath.isVariable(name) else { throw source.error("'\(name)' can't name a struct", at: 0) }
                if let other = names.updateValue(path, forKey: name) {
                    throw source.error("\(other) has the name \(name) already", at: 0)
                }
                let code = try TemplateCompilation.code(for: source, name: name, strings: catalogue)
                try write(code, to: "\(output)/\(name).html.swift")
            } catch {
                print(Self.describe(error))
                isFine = false
            }
        }
        return isFine ? 0 : 1
    }

    private static func catalogue(in directory: String) throws -> StringCatalogue {
        var sources: [String: Source] = [:]
        for language in StringCatalogue.languages {
            let path = "\(directory)/\(language).json"
            if FileManager.default.fileExists(atPath: path) { sources[language] = try source(path) }
        }
        return try StringCatalogue(sources)
    }

    private static func source(_ path: String) throws -> Source {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Diagnostic(severity: .error, file: path, line: 1, column: 1, message: "can't be read")
        }
        return Source(path: path, bytes: Array(data))
    }

    /// Leaves a file that says the same untouched, so nothing is built again for it.
    private func write(_ code: String, to path: String) throws {
        let data = Data(code.utf8)
        if FileManager.default.contents(atPath: path) == data { return }
        try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    private static func describe(_ error: any Error) -> String {
        (error as? Diagnostic)?.description ?? "error: \(error)"
    }
}
