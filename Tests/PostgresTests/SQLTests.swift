import Support
import Testing

@testable import Postgres

// That a String made at run time can't become SQL has no test: it does not compile, since literal parts are
// `StaticString` and an interpolated String is a value.
@Suite struct SQLTests {
    @Test func `values become numbered parameters, in their order`() {
        let sql: SQL = "select \(1), \("two"), \(true) where x = \(Int64(4))"
        #expect(sql.rendered.text == "select $1, $2, $3 where x = $4")
        #expect(sql.rendered.binds.map(\.oid) == [20, 25, 16, 20])
    }

    @Test func `a spliced statement is renumbered`() {
        let condition: SQL = "users.name = \("a") and users.plan = \("b")"
        let sql: SQL = "select \(0) from users where \(condition) limit \(3)"
        #expect(sql.rendered.text == "select $1 from users where users.name = $2 and users.plan = $3 limit $4")
    }

    @Test func `statements are joined with a separator, and nothing gives nothing`() {
        let parts: [SQL] = ["a = \(1)", "b = \(2)", "c"]
        #expect(SQL.joined(parts, by: " and ").rendered.text == "a = $1 and b = $2 and c")
        #expect(SQL.joined([], by: " and ").isEmpty)
        #expect(("x" + SQL.empty).rendered.text == "x")
    }

    @Test func `what looks like SQL in a value stays a value`() throws {
        let connection = try TestDatabase.make().connection()
        let evil = "'; drop table users; -- $1 \\ \u{202E} \"x\""
        #expect(try connection.send("select \(evil) as v").rows().first?.text("v") == evil)
    }
}

@Suite struct IDTests {
    @Test func `ids sort by the time they were made, and carry version 7`() {
        var random = SeededRandom(1)
        var last = ID.make(at: Timestamp(microseconds: 0), using: &random)
        for millisecond in stride(from: Int64(1), to: 2_000_000_000_000, by: 7_777_777_777) {
            let id = ID.make(at: Timestamp(microseconds: millisecond * 1000), using: &random)
            #expect(last < id)
            #expect(Array(id.description)[14] == "7")
            #expect("89ab".contains(Array(id.description)[19]))
            last = id
        }
    }

    @Test func `the text form reads back, in either case`() {
        var random = SeededRandom(2)
        for _ in 0..<1000 {
            let id = ID(high: random.next(), low: random.next())
            #expect(ID(id.description) == id)
            #expect(ID(id.description.uppercased()) == id)
            #expect(id.bytes.withUnsafeBytes { ID(bytes: $0) } == id)
        }
    }

    @Test(arguments: [
        "", "0", "01890a5d-ac96-774b-bcce-b302099a805", "01890a5d-ac96-774b-bcce-b302099a80577",
        "01890a5dxac96-774b-bcce-b302099a8057", "01890a5d-ac96-774b-bcce-b302099a805g",
        "01890a5dac96774bbcceb302099a8057----",
        "{1890a5d-ac96-774b-bcce-b302099a805}", "０1890a5d-ac96-774b-bcce-b302099a8",
        "01890a5d-ac96-774b-bcce-b302099a805 ",
    ])
    func `anything else is no id`(text: String) {
        #expect(ID(text) == nil)
    }

    @Test func `of 10,000 odd texts those are read that an id prints`() {
        var random = SeededRandom(3)
        for _ in 0..<10_000 {
            let text = random.text(of: "0123456789abcdef-", upTo: 40)
            #expect(ID(text)?.description ?? text == text)
            // One character of a right one, changed for any other.
            var digits = Array(ID.make().description)
            digits[Int.random(in: 0..<36, using: &random)] =
                "0123456789abcdefF-gé ".randomElement(using: &random) ?? "x"
            let changed = String(digits)
            #expect(ID(changed).map { $0.description == changed.lowercased() } ?? true)
        }
    }
}
