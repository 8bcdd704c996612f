import Foundation
import Testing

@testable import TemplateCompiler

/// Compiles templates for real: the compiler of templates, then `swiftc` with the HTML module of this build.
struct TypecheckTests {
    private static let page = """
        import HTML
        package struct Page {
            package struct Row { let name: String; let link: Link; let note: String?; let icon: RawHTML }
            package let rows: [Row]
        }
        """

    /// What swiftc prints for `template`.
    private func typecheck(_ template: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "template-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(template.utf8).write(to: folder.appending(path: "Page.html"))
        try Data(Self.page.utf8).write(to: folder.appending(path: "Page.swift"))
        var said: [String] = []
        let status = CommandLineTool.run(["tool", "--output", folder.path, folder.path + "/Page.html"]) {
            said.append($0)
        }
        try #require(status == 0, "\(said)")

        let products = try URL(filePath: FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .deletingLastPathComponent()
        let swiftc = Process()
        swiftc.executableURL = URL(filePath: "/usr/bin/env")
        swiftc.arguments =
            ["swiftc", "-typecheck", "-swift-version", "6", "-package-name", Self.packageName, "-module-name", "Pages"]
            + ["-I", products.appending(path: "Modules").path]
            + ["Page.swift", "Page.html.swift", "Strings.swift"].map { folder.path + "/" + $0 }
        let pipe = Pipe()
        swiftc.standardOutput = pipe
        swiftc.standardError = pipe
        try swiftc.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        swiftc.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }

    /// SwiftPM names a package after its folder, and `package` declarations are seen under that name only.
    private static var packageName: String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().lastPathComponent.lowercased()
        let name = String(folder.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        return name.first?.isNumber == true ? "_" + name.dropFirst() : name
    }

    @Test func `a right template is right Swift`() throws {
        let template = """
            {% for row in rows %}
            <a href="{{ row.link }}" title="{{ row.name }}">{{ row.icon }}{% if let note = row.note %}{{ note }}{% end %}</a>
            {% else %}
            none
            {% end %}
            """
        #expect(try typecheck(template) == "")
    }

    @Test func `a misspelt name is an error at the template's own line`() throws {
        let output = try typecheck("<p>\n</p>\n{% for row in rows %}\n<b>{{ row.nmae }}</b>\n{% end %}")
        #expect(output.contains("Page.html:4:"))
        #expect(output.contains("has no member 'nmae'"))
    }

    @Test func `a String as an address is refused`() throws {
        let output = try typecheck("{% for row in rows %}\n<a href=\"{{ row.name }}\">x</a>\n{% end %}")
        #expect(output.contains("Page.html:2:"))
        #expect(output.contains("cannot convert value of type 'String' to expected argument type 'Link'"))
    }

    @Test func `raw HTML in an attribute or in plain text is refused`() throws {
        let attribute = try typecheck("{% for row in rows %}\n<a title=\"{{ row.icon }}\">x</a>\n{% end %}")
        #expect(attribute.contains("Page.html:2:"))
        let plain = try typecheck("{% for row in rows %}\n<textarea>{{ row.icon }}</textarea>\n{% end %}")
        #expect(plain.contains("Page.html:2:"))
    }

    @Test func `an optional must be unwrapped`() throws {
        let output = try typecheck("{% for row in rows %}\n{{ row.note }}\n{% end %}")
        #expect(output.contains("Page.html:2:"))
        #expect(output.contains("error:"))
    }
}
