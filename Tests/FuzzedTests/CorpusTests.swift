import Foundation
import Support
import Testing

/// What the fuzzers of `deploy/fuzz` have found, and what showed them new code, read again in every run.
struct CorpusTests {
    private static let targets: [any Fuzzed.Type] = [
        Addresses.self, CSV.self, Drawing.self, Filters.self, Forms.self, JSONFile.self, Mails.self, Passkeys.self,
        Pictures.self, Requests.self, Schedules.self, SignedTexts.self, Told.self, Tokens.self, Trackers.self,
        WorkbookXML.self, XLSX.self,
    ]
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private static func names(_ place: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: place).path).sorted()
    }

    /// Kept files are small; a reader that takes minutes over one is a way to stop the server.
    @Test(.timeLimit(.minutes(10)), arguments: targets.indices)
    func `13.12: what fuzzers have found is read again`(index: Int) async throws {
        let target = Self.targets[index]
        let names = try Self.names("corpus/\(target.name)")
        #expect(!names.isEmpty)
        for name in names {
            let file = Self.folder.appending(path: "corpus/\(target.name)/\(name)")
            let bytes = Array(try Data(contentsOf: file))
            // A reader that waits for a task of its own must not wait on the tasks' threads.
            let result = await onThread { Result { try target.read(bytes) } }
            if case .failure(let error) = result { Issue.record("\(target.name)/\(name): \(error)") }
        }
    }

    @Test func `13.12: every target is among them, and no other has a corpus`() throws {
        let files = try Self.names("Targets").map { String($0.dropLast(".swift".count)) }
        #expect(files == Self.targets.map { "\($0)" }.sorted())
        #expect(try Self.names("corpus") == Self.targets.map { $0.name }.sorted())
    }
}
