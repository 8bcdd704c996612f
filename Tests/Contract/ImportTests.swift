import Foundation
import Testing

/// A module imports only lower ones. SwiftPM does not check it in incremental builds, so the import lines themselves
/// are read.
@Suite struct ImportTests {
    /// The level of each module. A file may import lower modules, and modules that are not ours.
    private static let rank = [
        "roost": 7, "Kinds": 6, "Core": 5, "Console": 4, "Web": 3, "Templates": 2, "HTML": 1, "Postgres": 1,
        "Secrets": 1,
        "Sheets": 1, "Mail": 2,
        "CyclePrediction": 0, "RoostClient": 0, "Images": 0, "JSON": 0, "Sandbox": 0, "JWS": 0, "Migrations": 0,
        "Assets": 0,
        // The compiler's own text contains the imports of the code that it writes.
        "TemplateCompiler": 8,
    ]

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private struct Import {
        var file: String
        var room: String
        var module: String
    }

    private func imports() throws -> [Import] {
        var found: [Import] = []
        let kinds = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Sources/Kinds").path)
        for place in ["Sources", "templates"] {
            let files = FileManager.default.enumerator(
                at: Self.root.appending(path: place), includingPropertiesForKeys: nil)
            for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
                let path = String(file.path.dropFirst(Self.root.path.count + 1))
                let parts = path.split(separator: "/").map(String.init)
                let room = place == "templates" ? "Templates" : parts[1]
                for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                    let words = line.split(separator: " ")
                    guard let at = words.firstIndex(of: "import"), at < 2, at + 1 < words.count,
                        !words[0].hasPrefix("//")
                    else { continue }
                    let module = String(words[at + 1])
                    // A kind must not import another kind either.
                    let same = room == "Kinds" && module == parts[2]
                    found.append(
                        Import(file: path, room: room, module: kinds.contains(module) && !same ? "Kinds" : module))
                }
            }
        }
        return found
    }

    @Test func `no room imports one that stands as high or higher`() throws {
        let all = try imports()
        #expect(all.count > 300)
        let climbing = all.filter { found in
            guard let here = Self.rank[found.room], let there = Self.rank[found.module] else { return false }
            return there >= here
        }
        #expect(climbing.map { "\($0.file) imports \($0.module)" } == [])
    }

    @Test func `what is no room is a library of the list`() throws {
        let allowed: Set<String> = [
            "ArgumentParser", "AsyncHTTPClient", "Crypto", "CryptoExtras", "Foundation", "FoundationEssentials",
            "Glibc", "HTTPTypes",
            "Dispatch", "Hummingbird", "HummingbirdCore", "HummingbirdHTTP2",
            "HummingbirdTLS", "JWTKit", "Logging", "NIOCore", "NIOSSL", "PackagePlugin", "ServiceLifecycle",
            "SwiftASN1", "Synchronization", "X509", "Yams",
            "NIOHTTP1", "NIOPosix", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "CArgon2", "CCurl", "CExpat", "COath", "CPNG",
            "CPQ",
            "CPosix", "CQREncode", "CSandbox", "CTurboJPEG", "CWebP", "CZip",
            "CZlib",
            // Of Apple's systems and of Linux, in the library for the apps.
            "FoundationNetworking", "Security",
        ]
        let unknown = Set(try imports().map(\.module)).subtracting(allowed).subtracting(Self.rank.keys)
        #expect(unknown == [])
    }

    @Test func `pages are printed without Foundation`() throws {
        let heavy = try imports().filter {
            ["HTML", "JSON", "Templates", "Web", "Console", "Core", "Postgres", "Secrets", "Sheets", "Images"].contains(
                $0.room)
                && $0.module == "Foundation"
        }
        #expect(heavy.map(\.file) == [])
    }
}
