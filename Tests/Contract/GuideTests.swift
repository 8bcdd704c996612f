import Console
import Core
import Foundation
import HTML
import Templates
import Testing

@testable import roost

/// The guide is made from the declarations, so these tests find its gaps.
@Suite struct GuideTests {
    private let declarations = ConsoleApplication.declarations

    @Test func `14: every route of the console has its page of the guide`() {
        let without = declarations.routes.filter { $0.topic == nil }.map { "\($0.method) \($0.pattern)" }
        #expect(without == [])
        #expect(declarations.features.filter { $0.guide == nil && !$0.routes.isEmpty }.isEmpty)
    }

    @Test func `14: topics have an address of their own, a title and a paragraph in every language`() {
        let topics = declarations.guide.map(\.topic)
        #expect(topics.count >= 25 && Set(topics.map(\.id)).count == topics.count)
        for topic in topics {
            #expect(topic.id.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }, "\(topic.id)")
            for language in Language.allCases {
                #expect(!LocalText(topic.title).resolve(in: language).isEmpty, "\(topic.id)")
                let words = LocalText(topic.about).resolve(in: language).split(separator: " ")
                #expect(words.count >= 8, "\(topic.id) in \(language.code)")
            }
        }
    }

    @Test func `O6: whatever a page changes, the guide has a task that leads to it`() {
        let led = Set(declarations.tasks.flatMap(\.routes).map(Self.name))
        let without = declarations.routes.filter { route in
            guard case .changing = route.work else { return false }
            return !led.contains(Self.name(route))
        }
        #expect(without.map(Self.name) == [])
    }

    @Test func `O6: a task names routes that exist, and one that changes something names what is recorded`() {
        let recorded = Set(declarations.auditActions)
        for declared in declarations.tasks {
            let task = declared.task
            for act in task.acts {
                let named = declarations.routes.filter { $0.method.rawValue == act.method }
                #expect(
                    named.contains { act.isEnd ? $0.pattern.hasSuffix(act.path) : $0.pattern == act.path },
                    "\(declared.anchor): \(act)")
            }
            let changes = declared.routes.contains { if case .changing = $0.work { true } else { false } }
            #expect(!changes || !task.recorded.isEmpty, "\(declared.anchor)")
            #expect(task.recorded.allSatisfy(recorded.contains), "\(declared.anchor)")
            // Who may do it is read from the first route, which a program's key or a visitor never calls.
            switch declared.routes.first?.access {
            case .tenant, .signedIn, .operators: break
            default: Issue.record("\(declared.anchor) begins with a route of no admin")
            }
        }
        let anchors = declarations.tasks.map(\.anchor)
        #expect(anchors.count >= 100 && Set(anchors).count == anchors.count)
    }

    @Test func `O6: a task has its words in every language, and as many steps in each`() {
        for declared in declarations.tasks {
            let task = declared.task
            let keys = [task.title, task.steps.key] + [task.undo, task.mistake].compactMap { $0?.key }
            for key in keys { #expect(key.missing.isEmpty, "\(key)") }
            let steps = Language.allCases.map { task.steps.resolve(in: $0).split(separator: "\n").count }
            #expect(steps[0] >= 1 && Set(steps).count == 1, "\(declared.anchor): \(steps)")
        }
    }

    /// So a renamed button renames the step, and no step names a button that there is not.
    @Test func `O6: what a step quotes is a text of the pages, never written down again`() throws {
        let pages = try Self.sources()
        for declared in declarations.tasks {
            for text in [declared.task.steps, declared.task.undo, declared.task.mistake].compactMap({ $0 }) {
                let marked = LocalText(text.key, text.arguments.map { _ in .text("\u{2}") })
                for language in Language.allCases {
                    let words = marked.resolve(in: language)
                    for quoted in words.matches(of: /[“«]([^”»]*)[”»]/) {
                        #expect(quoted.output.1 == "\u{2}", "\(text.key) in \(language.code): \(quoted.output.0)")
                    }
                    #expect(
                        words.count { $0 == "\u{2}" } >= text.arguments.count,
                        "\(text.key) in \(language.code) names not all that English names")
                }
                for case .local(let label) in text.arguments {
                    let name = label.key.description
                    #expect(label.arguments.isEmpty && !name.hasPrefix("tasks.") && !name.contains(".task_"))
                    #expect(
                        pages.contains(name.replacingOccurrences(of: ".", with: "_")),
                        "\(text.key) names \(name), which no page prints")
                }
            }
        }
    }

    private static func name(_ route: Route) -> String { "\(route.method) \(route.pattern)" }

    /// The keys of all texts that templates and sources use, besides the tasks themselves.
    private static func sources() throws -> Set<String> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var keys: Set<String> = []
        for folder in ["Sources/Core", "Sources/Console", "Sources/Kinds", "templates"] {
            let walk = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
            for case let file as URL in try #require(walk) {
                let isSwift = file.pathExtension == "swift" && !file.lastPathComponent.hasSuffix("Tasks.swift")
                guard isSwift || file.pathExtension == "html" else { continue }
                let text = try String(contentsOf: file, encoding: .utf8)
                if isSwift {
                    for use in text.matches(of: /Strings\.([a-zA-Z0-9_]+)/) { keys.insert(String(use.output.1)) }
                } else {
                    for use in text.matches(of: /\{% t "([^"]+)"/) {
                        keys.insert(use.output.1.replacingOccurrences(of: ".", with: "_"))
                    }
                }
            }
        }
        return keys
    }
}
