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

        @Test func `S3: a text that PostgreSQL can't store is refused, by its place`() throws {
            let schema = JSONSchema.record([
                ("a", .string), ("b", .text(most: 9)), ("c", .filled("iana-time-zone")), ("d", .array(.string)),
            ])
            let body = #"{"a":"x\u0000","b":"\u0000","c":"Europe/\u0000","d":["x","\u0000y"]}"#
            let faults = schema.faults(try JSONReader.read(Array(body.utf8)))
            #expect(faults.map(\.pointer) == ["/a", "/b", "/c", "/d/1"])
        }
    }
}
