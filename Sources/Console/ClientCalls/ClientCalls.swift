import HTTPTypes
import Web

/// The Swift sources of `RoostClient` for calls on behalf of a user: a file for each endpoint, made of the same declarations as the
/// API's document. They lie in `Sources/RoostClient/Calls/Generated`, so that an app builds the client without the server; a contract
/// test says when they are stale.
package enum ClientCalls {
    package struct File: Sendable, Equatable {
        package var name: String
        package var text: String
    }

    package static let folder = "Sources/RoostClient/Calls/Generated"
    package static let command = "swift run roost client-calls \(folder)"

    /// Of the client, in two words: this library has no use for it, and a test reads the lines of its sources.
    private static let foundation = ["import", "Foundation"].joined(separator: " ")

    /// In the order of the routes: a type that several endpoints have in common belongs to the first.
    package static func files(_ routes: [Route]) -> [File] {
        var types = ClientTypes()
        return routes.compactMap { route in
            guard route.access == .user, let summary = route.summary else { return nil }
            return File(
                name: SwiftText.typeName(summary.name) + ".swift", text: text(route, summary, &types))
        }
    }

    private static func text(_ route: Route, _ summary: ServiceSummary, _ types: inout ClientTypes) -> String {
        let name = SwiftText.typeName(summary.name)
        let isWrite = summary.isWrite
        var fields = pathFields(route, summary)
        var nested: [String] = []
        for parameter in summary.parameters {
            let type = types.type(
                of: parameter.clientSchema, named: SwiftText.typeName(parameter.name), in: name, &nested)
            fields.append(
                ClientField(
                    json: parameter.name, type: type + "?", about: parameter.text, fallback: "nil", origin: .query))
        }
        if let body = summary.body {
            let type = types.type(of: body, named: "Body", in: name, &nested)
            fields.append(ClientField(json: "body", type: type, about: nil, fallback: nil, origin: .body))
        }
        if let match = summary.match, match != .inBody {
            fields.append(
                ClientField(
                    json: "if_match", type: match == .demanded ? "String" : "String?",
                    about: "The version that was seen, as `Response.tag` has it, or `*`.",
                    fallback: match == .demanded ? nil : "nil", origin: .head))
        }
        var lines = fields.flatMap(\.declaration)
        if !fields.isEmpty { lines.append("") }
        lines += ClientField.initialiser(fields) + [""]
        lines += [
            "public static var name: String { \(SwiftText.literal(summary.name)) }",
            "public static var method: String { \(SwiftText.literal(route.method.rawValue)) }",
            "public var path: String { \(path(route)) }",
        ]
        if !isWrite, summary.hasTag { lines.append("public static var hasTag: Bool { true }") }
        lines += query(fields)
        if summary.body != nil {
            lines.append("public func content() throws -> Data? { try JSON.encoder.encode(body) }")
        }
        lines += answer(summary, in: name, &types, &nested)
        for declaration in nested { lines += ["", declaration] }
        let about = SwiftText.comment(summary.text + ". `\(route.method.rawValue) \(shown(route))`")
        return """
            // swift-format-ignore-file
            // Made by `\(command)` of the endpoint's own declaration: change that, and make this anew.
            \(foundation)

            \(about)
            public struct \(name): \(isWrite ? "WriteCall" : "ReadCall"), Hashable {
            \(SwiftText.indented(lines.joined(separator: "\n")))
            }

            """
    }

    private static func answer(
        _ summary: ServiceSummary, in name: String, _ types: inout ClientTypes, _ nested: inout [String]
    ) -> [String] {
        if summary.answersPicture {
            return [
                "/// The bytes of the picture.", "public typealias Answer = Data",
                "public static func answer(from body: Data) throws -> Data { body }",
            ]
        }
        guard let schema = summary.answer else { return ["public typealias Answer = Void"] }
        let type = types.type(of: schema, named: "Answer", in: name, &nested)
        return type == "\(name).Answer" ? [] : ["public typealias Answer = \(type)"]
    }

    private static func pathFields(_ route: Route, _ summary: ServiceSummary) -> [ClientField] {
        parameters(route).map { name in
            let isKey = summary.pathKeys.contains(name)
            return ClientField(
                json: name, type: isKey ? "String" : "UUID", about: isKey ? "A key." : nil, fallback: nil, origin: .path
            )
        }
    }

    private static func query(_ fields: [ClientField]) -> [String] {
        let fields = fields.filter { $0.origin == .query }
        guard !fields.isEmpty else { return [] }
        return [
            "public var query: [(name: String, value: String)] {", "    var all: [(name: String, value: String)] = []",
        ]
            + fields.map { field in
                "    if let \(field.name) { all.append((\(SwiftText.literal(field.json)), \(text(of: field)))) }"
            } + ["    return all", "}"]
    }

    private static func text(of field: ClientField) -> String {
        switch field.type {
        case "Int?": "String(\(field.name))"
        case "String?": field.name
        default: "\(field.name).rawValue"
        }
    }

    private static func parameters(_ route: Route) -> [String] {
        route.pattern.split(separator: "/").filter { $0.first == ":" }.map { String($0.dropFirst()) }
    }

    private static func path(_ route: Route) -> String {
        let parts = route.pattern.split(separator: "/").map { part in
            part.first == ":" ? "\\(\(ClientField.name(String(part.dropFirst()), .path)).inPath)" : String(part)
        }
        return "\"/" + parts.joined(separator: "/") + "\""
    }

    private static func shown(_ route: Route) -> String {
        "/"
            + route.pattern.split(separator: "/").map { $0.first == ":" ? "{\($0.dropFirst())}" : String($0) }
            .joined(separator: "/")
    }
}

extension ServiceParameter {
    /// What a client takes for it: a text that the server looks at more closely is a text.
    fileprivate var clientSchema: JSONSchema {
        switch form {
        case .choice(let values): .choice(values)
        case .number: .integer(nil, otherwise: nil)
        case .text, .pattern: .anyText
        }
    }
}
