import Console
import Foundation
import Testing

@testable import roost

/// `RoostClient` knows the same endpoints as the server: its calls are made of their declarations.
@Suite struct ClientCallTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ClientCalls.folder)
    private static let routes = ConsoleApplication.declarations.routes

    @Test func `S6: the client's calls are those that are declared`() throws {
        let made = Dictionary(ClientCalls.files(Self.routes).map { ($0.name, $0.text) }) { first, _ in first }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
            $0.hasSuffix(".swift")
        }
        var stale = Set(made.keys).symmetricDifference(names)
        for name in names where made[name] != nil {
            let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
            if text != made[name] { stale.insert(name) }
        }
        #expect(stale.sorted() == [], "Made anew by: \(ClientCalls.command)")
    }

    @Test func `S6: every endpoint for users has a call, and no two have one name`() {
        let endpoints = Self.routes.filter { $0.access == .user }
        let files = ClientCalls.files(Self.routes)
        #expect(endpoints.count > 30 && files.count == endpoints.count)
        #expect(Set(files.map(\.name)).count == files.count)
        // A write without a key could be done twice.
        for route in endpoints {
            #expect((route.method == .get) != (route.summary?.isWrite == true), "\(route.pattern)")
        }
    }
}
