import Foundation
import PackagePlugin

/// Turns the `.html` and `strings/*.json` of a target into Swift, and lists the samples of its pages, before the target is compiled.
@main
struct CompileTemplates: BuildToolPlugin {
    /// One command for the folder: a changed text may change any page, and pages that come out the same are not
    /// written again. SwiftPM asks anew when files are added or removed, as the folder is the target's own.
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let folder = target.directoryURL
        let files = Self.files(under: folder)
        let templates = files.filter { $0.pathExtension == "html" }
        // The common texts first; those of a kind lie beside its templates.
        let common = folder.appending(path: "strings").path
        let texts = files.filter {
            $0.pathExtension == "json" && $0.deletingLastPathComponent().lastPathComponent == "strings"
        }
        let strings = [common] + Set(texts.map { $0.deletingLastPathComponent().path }).subtracting([common]).sorted()
        // The struct of a page lies beside its template, with its samples.
        let swift = Set(files.filter { $0.pathExtension == "swift" }.map(\.path))
        let structs = templates.map { $0.deletingPathExtension().appendingPathExtension("swift") }
            .filter { swift.contains($0.path) }
        let output = context.pluginWorkDirectoryURL
        let names = templates.map { $0.deletingPathExtension().lastPathComponent }
        // Two pages of one name: the tool says so, and its outputs must be listed once.
        let pages = Set(names).sorted().map { output.appending(path: "\($0).html.swift") }
        return [
            .buildCommand(
                displayName: "Compiling templates of \(target.name)",
                executable: try context.tool(named: "TemplateCompiler").url,
                arguments: ["--output", output.path] + strings.flatMap { ["--strings", $0] } + templates.map(\.path),
                inputFiles: templates + structs + texts,
                outputFiles: ["Strings.swift", "Samples.swift"].map { output.appending(path: $0) } + pages)
        ]
    }

    private static func files(under folder: URL) -> [URL] {
        let walk = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        let urls = (walk?.allObjects ?? []).compactMap { $0 as? URL }
        return urls.sorted { $0.path < $1.path }
    }
}
