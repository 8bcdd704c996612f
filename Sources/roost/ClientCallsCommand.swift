import ArgumentParser
import Console
import Foundation

struct ClientCallsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client-calls",
        abstract: "Write the Swift sources of RoostClient's calls, from the declarations of their endpoints.")

    @Argument(help: "The folder. What else was made into it is removed.")
    var folder: String

    func run() throws {
        let place = URL(filePath: folder, directoryHint: .isDirectory)
        let files = ClientCalls.files(ConsoleApplication.declarations.routes)
        let manager = FileManager.default
        try manager.createDirectory(at: place, withIntermediateDirectories: true)
        let names = Set(files.map(\.name))
        for old in try manager.contentsOfDirectory(atPath: place.path)
        where old.hasSuffix(".swift") && !names.contains(old) {
            try manager.removeItem(at: place.appending(path: old))
        }
        for file in files {
            try file.text.write(to: place.appending(path: file.name), atomically: true, encoding: .utf8)
        }
        Terminal.say("\(files.count) calls written.")
    }
}
