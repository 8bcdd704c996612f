import Console
import Foundation
import HTML
import Testing

@testable import roost

/// Names that are stored in rows for ever are declared in the features. A name that two features share, a changed name,
/// or an unlisted one would otherwise be noticed only when an old row is read.
@Suite struct DeclarationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// By what is named: `permission users.see`.
    private static var declared: [String] {
        let all = ConsoleApplication.declarations
        return all.auditActions.map { "action \($0.id)" } + all.permissions.map { "permission \($0.id)" }
            + all.scopes.map { "scope \($0.id)" } + all.objectKinds.map { "object \($0.id)" }
            + all.jobs.map { "job \($0.kind)" } + all.guardedActs.map { "guarded \($0.value.id)" }
    }

    @Test func `no two features declare the same name`() {
        let twice = Dictionary(grouping: Self.declared) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
        #expect(twice == [])
    }

    /// A `stored-names.txt` only grows: new names are added, and none is ever removed. The names of a kind are with its
    /// tests.
    private static func storedNames() throws -> [String] {
        let kinds = Self.root.appending(path: "Tests/Kinds")
        let folders = try FileManager.default.contentsOfDirectory(at: kinds, includingPropertiesForKeys: nil)
        let lists = ([Self.root.appending(path: "Tests/Contract")] + folders).map {
            $0.appending(path: "stored-names.txt")
        }
        return try lists.filter { FileManager.default.fileExists(atPath: $0.path) }.flatMap {
            try String(contentsOf: $0, encoding: .utf8).split(separator: "\n").map(String.init)
        }
    }

    @Test func `A2: what an event says of itself does not end as if something followed`() {
        for action in ConsoleApplication.declarations.auditActions {
            for language in Language.allCases {
                let words = action.alone(language)
                #expect(words.last != ":" && !words.isEmpty, "\(action.id) in \(language)")
                // Nor with a word that wants another one.
                let last = String(words.split(separator: " ").last ?? "")
                #expect(!["of", "to", "for", "a", "de", "para", "برای", "به", "для"].contains(last), "\(words)")
            }
        }
    }

    @Test func `every name that was ever stored is still declared, and every declared one is on a list`() throws {
        let list = try Self.storedNames()
        #expect(Set(list).count == list.count)
        #expect(Set(list).subtracting(Self.declared).sorted() == [])
        #expect(Set(Self.declared).subtracting(list).sorted() == [])
    }

    @Test func `what is declared beside a feature is listed by it`() throws {
        let names = Set(Self.declared)
        var missing: [String] = []
        let files = FileManager.default.enumerator(
            at: Self.root.appending(path: "Sources"), includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for (type, what) in [
                ("AuditAction", "action"), ("Permission", "permission"), ("Scope", "scope"), ("ObjectKind", "object"),
                ("GuardedAct", "guarded"),
            ] {
                let pattern = try Regex<(Substring, Substring)>("static let [`a-zA-Z]+ = \(type)\\(\\s*\"([a-z_.-]+)\"")
                for found in text.matches(of: pattern) where !names.contains("\(what) \(found.output.1)") {
                    missing.append("\(file.lastPathComponent): \(found.output.1)")
                }
            }
        }
        #expect(missing == [])
    }

    /// A permission is only for seeing if it guards no change but files of lists and one's own views.
    @Test func `14: the access review counts the uses of every permission but those that only show something`() {
        let all = ConsoleApplication.declarations
        let changes = all.routes.filter { route in
            route.isChangeInTenant && !["/views", "/export", "/reports/mails"].contains { route.pattern.contains($0) }
        }
        let changing = all.permissions.filter { permission in
            changes.contains { if case .tenant(permission) = $0.access { true } else { false } }
        }
        let isSeeing = all.permissions.filter { $0.id.hasSuffix(".see") }
        let unseen = all.permissions.filter { $0.actions.isEmpty && !isSeeing.contains($0) && $0.id != "classes.all" }
        #expect(unseen.map(\.id) == [])
        #expect(changing.filter { $0.actions.isEmpty && !isSeeing.contains($0) }.map(\.id) == [])
    }

    @Test func `permissions need what is declared, and are traced by actions that are`() {
        let all = ConsoleApplication.declarations
        let (permissions, actions) = (Set(all.permissions), Set(all.auditActions))
        for permission in all.permissions {
            if let needed = permission.needs { #expect(permissions.contains(needed), "\(permission.id)") }
            #expect(actions.isSuperset(of: permission.actions), "\(permission.id)")
        }
        for route in all.routes {
            if case .tenant(let needed) = route.access { #expect(permissions.contains(needed), "\(route.pattern)") }
        }
    }

    @Test func `no two filters of a list have one label, in any language`() {
        let all = ConsoleApplication.declarations
        let lists = all.lists + all.catalogues.map(\.list)
        #expect(lists.count > 20)
        for list in lists {
            for language in Language.allCases {
                let labels = list.filters.map { LocalText($0.label).resolve(in: language) }
                #expect(Set(labels).count == labels.count, "\(list.path): \(labels)")
            }
        }
    }
}
