import Foundation
import PackagePlugin

/// Runs FileEmbedder over all .sql, .css, .js and .svg files below a target's folder.
@main struct EmbedFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target as? SourceModuleTarget else { return [] }
        let root = target.directoryURL
        let wanted: Set<String> = ["sql", "css", "js", "svg"]
        let found = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        let files = (found?.allObjects as? [URL] ?? [])
            .filter { wanted.contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(files.count) files of \(target.name)",
                executable: try context.tool(named: "FileEmbedder").url,
                arguments: [output.path, root.path] + files.map(\.path),
                inputFiles: files, outputFiles: [output])
        ]
    }
}
