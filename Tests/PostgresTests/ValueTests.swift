import Support
import Testing

@testable import Postgres

extension OnPostgres {
    @Suite struct ValueTests {
        private static let database = Result { try TestDatabase.make() }
        let connection: Connection

        init() throws { connection = try Self.database.get().connection() }

        private func row(_ sql: SQL) throws -> Row { try #require(try connection.send(sql).rows().first) }

        @Test(arguments: [
            "", "plain", "Мария", "علی رضایی", "👩‍👩‍👧‍👦 e\u{301}", "quotes ' \" \\ $1 %s", "line\nend\ttab",
            String(repeating: "ж", count: 100_000),
        ])
        func `text comes back as it went`(text: String) throws {
            #expect(try row("select \(text) as v").text("v") == text)
            #expect(try row("select \([text, "", text]) as v").texts("v") == [text, "", text])
        }

        @Test(arguments: [Int64.min, -1, 0, 1, 4_294_967_296, Int64.max])
        func `integers come back`(number: Int64) throws {
            #expect(try row("select \(number) as v").int("v") == Int(number))
            #expect(try row("select \([number, 0]) as v").ints("v") == [Int(number), 0])
        }

        @Test func `short integers, booleans, bytes, doubles and ids come back`() throws {
            #expect(try row("select (-2)::int2 as v").int("v") == -2)
            #expect(try row("select (-70000)::int4 as v").int("v") == -70000)
            #expect(try row("select \(true) as v").bool("v"))
            #expect(try row("select \(false) as v").bool("v") == false)
            let bytes = Array(UInt8.min...UInt8.max)
            #expect(try row("select \(bytes) as v").bytes("v") == bytes)
            #expect(try row("select \([UInt8]()) as v").bytes("v") == [])
            #expect(try row("select \(0.1)::text as v").text("v") == "0.1")
            let ids = (0..<50).map { _ in ID.make() }
            #expect(try row("select \(ids[0]) as v").id("v") == ids[0])
            #expect(try row("select \(ids) as v").ids("v") == ids)
            #expect(try row("select \([ID]()) as v").ids("v") == [])
        }

        @Test(arguments: [
            0, -1, 946_684_800_000_000, 1_763_700_000_123_456, -62_135_596_800_000_000, 9_000_000_000_000_000,
        ])
        func `times come back to the microsecond`(microseconds: Int64) throws {
            let time = Timestamp(microseconds: microseconds)
            #expect(try row("select \(time) as v").time("v") == time)
            #expect(try row("select \(time) at time zone 'UTC' as v").localTime("v") == microseconds)
            #expect(
                try row("select (extract(epoch from \(time)) * 1000000)::bigint as v").int("v") == Int(microseconds))
            #expect(try row("select (\([time, time]))[2] as v").time("v") == time)
        }

        @Test func `a time without end is read without a crash`() throws {
            #expect(try row("select 'infinity'::timestamptz as v").time("v") > .now)
            #expect(try row("select '-infinity'::timestamptz as v").time("v") < Timestamp(microseconds: 0))
            #expect(try row("select 'infinity'::timestamp as v").localTime("v") > 0)
        }

        @Test func `null is null of every type, and an error where a value is wanted`() throws {
            let none = try row(
                """
                select \(String?.none) as t, \(Int?.none) as i, \(Bool?.none) as b, \(ID?.none) as id, \(Timestamp?.none) as at,
                    \([UInt8]?.none) as raw, \(Double?.none) as d, null::timestamp as local, null::text[] as many
                """)
            #expect(try none.textOrNil("t") == nil)
            #expect(try none.intOrNil("i") == nil)
            #expect(try none.boolOrNil("b") == nil)
            #expect(try none.idOrNil("id") == nil)
            #expect(try none.timeOrNil("at") == nil)
            #expect(try none.bytesOrNil("raw") == nil)
            #expect(try none.localTimeOrNil("local") == nil)
            #expect(try none.texts("many") == [])
            let error = #expect(throws: DatabaseError.self) { try none.text("t") }
            #expect(error?.isDecoding == true)
        }

        @Test func `json, names and varchar read as text`() throws {
            let row = try row(
                "select '{\"a\": 1}'::jsonb as b, '{\"a\":1}'::json as j, 'x'::varchar as v, 'n'::name as n, 'c'::char(2) as c"
            )
            #expect(try row.text("b") == "{\"a\": 1}")
            #expect(try row.text("j") == "{\"a\":1}")
            #expect(try row.text("v") == "x")
            #expect(try row.text("n") == "n")
            #expect(try row.text("c") == "c ")
        }

        @Test func `nulls inside an array are left out`() throws {
            #expect(try row("select array['a', null, 'b'] as v").texts("v") == ["a", "b"])
        }

        @Test func `an array goes out with its nulls, ids and bytes alike`() throws {
            let (id, bytes) = (ID.make(), [UInt8](0...255))
            let row = try row(
                """
                select count(*) as all, count(sent.id) as ids, count(sent.raw) as raws, (array_agg(sent.raw))[1] as raw, min(sent.id::text) as id
                from unnest(\(Bind.idsOrNil([nil, id, nil])), \(Bind.byteStrings([bytes, nil, []]))) as sent (id, raw)
                """)
            #expect(try row.int("all") == 3 && row.int("ids") == 1 && row.int("raws") == 2)
            #expect(try row.bytes("raw") == bytes && row.text("id") == id.description)
        }

        @Test func `an array of two dimensions is an error, not a crash`() throws {
            let row = try row("select array[array['a', 'b'], array['c', 'd']] as v")
            #expect(#expect(throws: DatabaseError.self) { try row.texts("v") }?.isDecoding == true)
        }

        @Test func `a column that is missing, or of another type, is an error that names it`() throws {
            let row = try row("select 1::bigint as one")
            let missing = #expect(throws: DatabaseError.self) { try row.int("two") }
            #expect(missing?.description.contains("two") == true)
            let wrong = #expect(throws: DatabaseError.self) { try row.text("one") }
            #expect(wrong?.description.contains("one") == true)
        }

        @Test func `columns are found in any order, and of two with a name the first that comes`() throws {
            let row = try row("select 1::bigint as a, 2::bigint as b, 3::bigint as c")
            #expect(try (row.int("c"), row.int("a"), row.int("b"), row.int("b"), row.int("a")) == (3, 1, 2, 2, 1))
        }

        @Test func `affected rows are counted`() throws {
            _ = try connection.send("create temporary table things (n bigint)").rows()
            #expect(try connection.send("insert into things select generate_series(1, 7)").rows().affected == 7)
            #expect(try connection.send("update things set n = 0 where n > 5").rows().affected == 2)
            #expect(try connection.send("select n from things").rows().count == 7)
        }

        @Test func `a unique violation names its constraint`() throws {
            _ = try connection.send("create temporary table things (n bigint constraint things_n unique)").rows()
            let error = #expect(throws: DatabaseError.self) {
                _ = try connection.send("insert into things values (1), (1)").rows()
            }
            #expect(error?.violates(unique: "things_n") == true)
            #expect(error?.violates(unique: "other") == false)
            #expect(error?.sqlState == "23505")
            #expect(error?.isTransient == false)
        }
    }
}
