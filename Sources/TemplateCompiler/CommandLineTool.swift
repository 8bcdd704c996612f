import Foundation

/// `TemplateCompiler --output DIR [--strings DIR]… X.html …` and `TemplateCompiler --check-strings DIR…`. The first
/// folder of strings contains the common texts. Every other one is in the folder of a feature, whose name begins all
/// of its keys.
struct CommandLineTool {
    private var output: String?
    private var strings: [String] = []
    private var stringsToCheck: [String] = []
    private var templates: [String] = []

    /// Returns the exit status: 0, 1 for errors in the files, 2 for a wrong call. Diagnostics go to `print`.
    static func run(_ arguments: [String], print: (String) -> Void) -> Int32 {
        var tool = CommandLineTool()
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            switch argument {
            case "--output": tool.output = rest.popFirst()
            case "--strings": tool.strings += rest.popFirst().map { [$0] } ?? []
            case "--check-strings":
                tool.stringsToCheck = Array(rest)
                rest = []
            default: tool.templates.append(argument)
            }
        }
        if !tool.stringsToCheck.isEmpty { return check(tool.stringsToCheck, print) }
        guard let output = tool.output else {
            print("error: usage: TemplateCompiler --output DIR [--strings DIR]… X.html … | --check-strings DIR…")
            return 2
        }
        return tool.compile(into: output, print)
    }

    /// Returns all problems of the strings in `directories`, errors first. Empty if all languages are complete.
    static func stringProblems(in directories: [String]) -> [Diagnostic] {
        do {
            return try catalogue(in: directories).problems
        } catch let problem as Diagnostic {
            return [problem]
        } catch {
            return [Diagnostic(severity: .error, file: directories[0], line: 1, column: 1, message: "\(error)")]
        }
    }

    private static func check(_ directories: [String], _ print: (String) -> Void) -> Int32 {
        let problems = stringProblems(in: directories)
        for problem in problems { print(problem.description) }
        return problems.isEmpty ? 0 : 1
    }

    private func compile(into output: String, _ print: (String) -> Void) -> Int32 {
        var catalogue = StringCatalogue()
        var isFine = true
        do {
            catalogue = try Self.catalogue(in: strings)
            for problem in catalogue.problems { print(problem.description) }
            try write(StringsCode.file(catalogue), to: output + "/Strings.swift")
        } catch {
            print(Self.describe(error))
            isFine = false
        }
        var names: [String: String] = ["Strings": "strings/", "Samples": "the samples of all pages"]
        var samples = SamplesCode()
        for path in templates {
            do {
                let name = String(path.split(separator: "/").last?.split(separator: ".").first ?? "")
                let source = try Self.source(path)
                guard MemberPath.isVariable(name) else { throw source.error("'\(name)' can't name a struct", at: 0) }
                if let other = names.updateValue(path, forKey: name) {
                    throw source.error("\(other) has the name \(name) already", at: 0)
                }
                let template = try TemplateCompilation.compiled(source, catalogue)
                if template.isPage { try samples.add(name, try Self.source(path.dropLast("html".count) + "swift")) }
                try write(template.file(name), to: "\(output)/\(name).html.swift")
            } catch {
                print(Self.describe(error))
                isFine = false
            }
        }
        do {
            try write(samples.file, to: output + "/Samples.swift")
        } catch {
            print(Self.describe(error))
            isFine = false
        }
        return isFine ? 0 : 1
    }

    private static func catalogue(in directories: [String]) throws -> StringCatalogue {
        try StringCatalogue(
            directories.enumerated().map { number, path in
                var folder = StringFolder(path: path, prefix: number == 0 ? nil : StringFolder.feature(of: path))
                for language in StringCatalogue.languages {
                    let file = "\(path)/\(language).json"
                    if FileManager.default.fileExists(atPath: file) { folder.sources[language] = try source(file) }
                }
                return folder
            })
    }

    private static func source(_ path: String) throws -> Source {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Diagnostic(severity: .error, file: path, line: 1, column: 1, message: "can't be read")
        }
        return Source(path: path, bytes: Array(data))
    }

    /// Leaves a file with the same content untouched, so that it causes no new build.
    private func write(_ code: String, to path: String) throws {
        let data = Data(code.utf8)
        if FileManager.default.contents(atPath: path) == data { return }
        try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    private static func describe(_ error: any Error) -> String {
        (error as? Diagnostic)?.description ?? "error: \(error)"
    }
}
