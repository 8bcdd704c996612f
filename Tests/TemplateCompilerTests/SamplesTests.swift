import Foundation
import Testing

@testable import TemplateCompiler

/// Samples of pages are collected by the compiler: a feature adds its own by having them.
struct SamplesTests {
    private func run(_ template: String, _ swift: String) throws -> (status: Int32, printed: [String], samples: String)
    {
        let root = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        try Data(template.utf8).write(to: root.appending(path: "X.html"))
        try Data(swift.utf8).write(to: root.appending(path: "X.swift"))
        var printed: [String] = []
        let status = CommandLineTool.run(["tool", "--output", root.path, root.appending(path: "X.html").path]) {
            printed.append($0.replacing(root.path + "/", with: ""))
        }
        let samples = try String(contentsOf: root.appending(path: "Samples.swift"), encoding: .utf8)
        return (status, printed, samples)
    }

    @Test func `12.1: every sample of a page is listed, and what is not one is not`() throws {
        let swift = """
            package struct X {
                package static var sample: X { X() }
                package static let sampleBare = X(
                    frame: .sample)
                package static var sampleEmpty: X {
                private static var sampleTools: X { X() }
                package static var samples: [X] { [] }
                package static let sampleRow = Row()
            }
            """
        let (status, printed, samples) = try run("<!DOCTYPE html><html lang=\"en\"></html>", swift)
        #expect(status == 0 && printed == [])
        #expect(SamplesCode.names(of: "X", in: swift) == ["sample", "sampleBare", "sampleEmpty"])
        #expect(samples.contains(#"("X.sampleBare", X.sampleBare),"#))
        #expect(!samples.contains("sampleTools") && !samples.contains("sampleRow"))
    }

    @Test func `12.1: a page without a sample doesn't compile; a part of a page needs none`() throws {
        let page = try run("{% layout frame %}<p></p>", "package struct X {}")
        #expect(page.status == 1)
        #expect(page.printed == ["X.swift:1:1: error: the page needs a `package static var sample: X`"])
        #expect(try run("<p></p>", "package struct X {}").status == 0)
        #expect(try run("<!doctype html><html lang=\"en\">{% content %}</html>", "package struct X {}").status == 0)
    }
}
