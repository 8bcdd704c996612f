import Foundation

/// A program in Python beside the tests, which does with others' libraries what the kind does by itself.
enum Reference {
    /// Runs it on a file with a line of JSON for each case. Returns what it prints.
    static func run(_ program: String, _ cases: [[String: Any]]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "timetable-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var lines = Data()
        for one in cases { lines += try JSONSerialization.data(withJSONObject: one) + [0x0A] }
        let file = folder.appending(path: "cases.jsonl")
        try lines.write(to: file)
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let process = Process()
        let output = Pipe()
        process.executableURL = here.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: ".build/venv/bin/python")
        process.arguments = [here.appending(path: program).path, file.path]
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: printed, as: UTF8.self)
    }
}
