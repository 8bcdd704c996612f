import JSON
import Testing

@testable import Console

extension OnCore {
    /// What is said of bodies that are not as declared.
    @Suite struct JSONSchemaTests {
        private static let value = JSONSchema.record(
            [("a", .either([.string, .array(.string), .null])), ("b", .list(.integer(1...9, otherwise: nil), 0...2))],
            required: ["a"])

        @Test func `S3: a body full of faults is read until enough are told`() throws {
            let many = Array(repeating: "{\"b\":[0,0],\"x\":1}", count: 50_000).joined(separator: ",")
            let faults = JSONSchema.array(Self.value).faults(try JSONReader.read(Array("[\(many)]".utf8)))
            #expect(faults.count == 20)
            #expect(faults.prefix(4).map(\.pointer) == ["/0/b/0", "/0/b/1", "/0/x", "/0/a"])
            let names = (0..<1000).map { "\"n\($0)\":1" }.joined(separator: ",")
            #expect(Self.value.faults(try JSONReader.read(Array("{\(names)}".utf8))).count == 20)
            let texts = Array(repeating: "1", count: 1000).joined(separator: ",")
            let either = Self.value.faults(try JSONReader.read(Array("{\"a\":[\(texts)]}".utf8)))
            #expect(either == [BodyFault("/a", "A text.")])
        }
    }
}
