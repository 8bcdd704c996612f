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

    @Test func `S6: whatever an endpoint declares has a form in Swift`() {
        let files = ClientCalls.files(OddCalls.routes)
        #expect(files.map(\.name) == ["WriteOdd.swift", "ReadOdd.swift", "ReadOddAgain.swift", "DrawOdd.swift"])
        let text = files.map(\.text).joined()
        for line in [
            // Names that the language, or every call, has for itself.
            "public init(`in`: UUID, queryValue: String? = nil, limit: Int? = nil, orderBy: ReadOdd.OrderBy? = nil, `for`: String? = nil, ifMatch: String? = nil) {",
            "if let queryValue { all.append((\"query\", queryValue)) }",
            "public static let _2nd = TypeValue(rawValue: \"2nd\")",
            "public var path: String { \"/v1/me/odd/\\(pathValue.inPath)/\\(key.inPath)\" }",
            // Left out, null, and neither.
            "public var leftOut: Nullable<Int>?", "try values.encode(note, forKey: .note)", "public var at: Date?",
            "public var more: [String: JSONValue]",
            // Declared once.
            "public typealias Answer = WriteOdd.Body.Thing", "public var things: [WriteOdd.Body.Thing]",
            "/// Writes \\ what \"is\" odd. `PUT /v1/me/odd/{path}/{key}`",
        ] { #expect(text.contains(line + "\n"), "\(line)") }
        #expect(text.split(separator: "public struct Thing:").count == 2)
    }
}
