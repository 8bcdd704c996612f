import Glibc
import Support
import Testing

@testable import Postgres

extension OnPostgres {
    @Suite struct PipelineTests {
        private static let database = Result { try TestDatabase.make() }
        let connection: Connection

        init() throws { connection = try Self.database.get().connection() }

        @Test func `statements of a round travel together and each gets its own rows`() throws {
            let pending = try (0..<20).map { try connection.send("select \($0) as n") }
            for (index, one) in pending.enumerated().reversed() {
                #expect(try one.rows().first?.int("n") == index)
            }
        }

        @Test func `a failing statement spoils what came after it and nothing else`() throws {
            try connection.begin(.readWrite)
            let before = try connection.send("select 1::bigint as n")
            let failing = try connection.send("select 1 / \(0) as n")
            let after = try connection.send("select 3::bigint as n")
            #expect(try before.rows().first?.int("n") == 1)
            #expect(#expect(throws: DatabaseError.self) { try failing.rows() }?.sqlState == "22012")
            #expect(#expect(throws: DatabaseError.self) { try after.rows() }?.sqlState == "22012")
            try connection.rollback()
            #expect(connection.isClean)
            #expect(try connection.send("select 3::bigint as n").rows().first?.int("n") == 3)
            #expect(try connection.send("select 1 / \(1) as n").rows().first?.int("n") == 1)
            #expect(try connection.send("select 1::bigint as n").rows().first?.int("n") == 1)
        }

        @Test func `a statement that can't be prepared fails alone`() throws {
            try connection.begin(.readWrite)
            let bad = try connection.send("select nothing from nowhere")
            #expect(#expect(throws: DatabaseError.self) { try bad.rows() }?.sqlState == "42P01")
            try connection.rollback()
            #expect(try connection.send("select 'ok' as v").rows().first?.text("v") == "ok")
        }

        @Test func `rows are there for whoever asks, also after later rounds`() throws {
            let first = try connection.send("select 1::bigint as n")
            let second = try connection.send("select 2::bigint as n")
            #expect(try connection.send("select 3::bigint as n").rows().first?.int("n") == 3)
            #expect(try connection.send("select 4::bigint as n").rows().first?.int("n") == 4)
            #expect(try second.rows().first?.int("n") == 2)
            #expect(try first.rows().first?.int("n") == 1)
        }

        @Test func `15: what was started is answered in its order, whatever is sent meanwhile`() throws {
            try connection.begin(.readWrite)
            let slow = try connection.send("select 1::bigint as n from pg_sleep(0.2)")
            let clock = ContinuousClock()
            #expect(try clock.measure { try connection.start() } < .milliseconds(150))
            let next = try connection.send("select 2::bigint as n")
            try connection.start()
            try connection.start()
            #expect(try slow.rows().first?.int("n") == 1 && next.rows().first?.int("n") == 2)
            try connection.commit()
            #expect(connection.isClean)
        }

        @Test func `15: what was started and failed is told by what comes after it, or by COMMIT`() throws {
            for goesOn in [true, false] {
                try connection.begin(.readWrite)
                let failing = try connection.send("select 1 / \(0) as n")
                try connection.start()
                let told = #expect(throws: DatabaseError.self) {
                    if goesOn { _ = try connection.send("select 2::bigint as n") } else { try connection.commit() }
                }
                #expect(told?.sqlState == "22012")
                #expect((#expect(throws: DatabaseError.self) { try failing.rows() })?.sqlState == "22012")
                try connection.rollback()
                #expect(connection.isClean)
                #expect(try connection.send("select 3::bigint as n").rows().first?.int("n") == 3)
            }
        }

        @Test func `1,000 rounds with errors anywhere give every answer to its statement`() throws {
            var random = SeededRandom(7)
            for round in 0..<1000 {
                try connection.begin(round % 3 == 0 ? .readOnly : .readWrite)
                let count = Int.random(in: 1...6, using: &random)
                let fails = Int.random(in: 0..<count * 2, using: &random)
                let value = Int.random(in: 0...1000, using: &random)
                let pending = try (0..<count).map { index in
                    let divisor = index == fails ? 0 : 1
                    return switch Int.random(in: 0..<3, using: &random) {
                    case 0: try connection.send("select \(value + index) / \(divisor) as n")
                    case 1: try connection.send("select \(value) / \(divisor) + \(index) as n")
                    default:
                        try connection.send(
                            "select \(SQL.joined(Array(repeating: "0 +", count: round % 50), by: "")) (\(value + index) / \(divisor)) as n"
                        )
                    }
                }
                for (index, one) in pending.enumerated() {
                    if index >= fails {
                        #expect(throws: DatabaseError.self) { try one.rows() }
                    } else {
                        #expect(try one.rows().first?.int("n") == value + index)
                    }
                }
                if fails < count {
                    try connection.rollback()
                } else if round % 3 == 0 {
                    try connection.commitWithoutWaiting()
                } else {
                    try connection.commit()
                }
            }
            #expect(connection.settle())
        }

        @Test func `the same text with other types is another statement`() throws {
            #expect(try connection.send("select \(1)::text as v").rows().first?.text("v") == "1")
            #expect(try connection.send("select \("one")::text as v").rows().first?.text("v") == "one")
            #expect(try connection.send("select \(true)::text as v").rows().first?.text("v") == "true")
            #expect(try connection.send("select \(2)::text as v").rows().first?.text("v") == "2")
        }

        @Test func `forgetting prepared statements in the middle of a round loses no rows`() throws {
            // More texts than a connection keeps, the way a list's filters make them.
            func text(_ number: Int) -> SQL {
                "select \(SQL.joined(Array(repeating: "0 +", count: number), by: " ")) \(number) as n"
            }
            for number in 0..<390 { _ = try connection.send(text(number)).rows() }
            try connection.begin(.readOnly)
            let pending = try (390..<420).map { (number: $0, rows: try connection.send(text($0))) }
            for one in pending { #expect(try one.rows.rows().first?.int("n") == one.number) }
            try connection.commitWithoutWaiting()
            #expect(connection.settle())
            try connection.begin(.readOnly)
            let kept =
                try connection.send("select count(*) as n from pg_prepared_statements").rows().first?.int("n") ?? 0
            #expect(kept < 10)
            #expect(try connection.send(text(400)).rows().first?.int("n") == 400)
            try connection.commitWithoutWaiting()
            #expect(connection.settle())
        }

        @Test func `17.6: a connection of no pool leaves no transaction open behind what it read`() throws {
            let other = try Connection(TestDatabase.makeEmpty().string(.superuser))
            let pid = try connection.send("select pg_backend_pid()::bigint as n").rows().first?.int("n") ?? 0
            try connection.inTenant(.make(), .snapshot) { tx in _ = try tx.rows("select 1 as n") }
            // The COMMIT is on its way, and nobody waits for it.
            var state = ""
            for _ in 0..<500 where state != "idle" {
                state =
                    try other.send("select state from pg_stat_activity where pid = \(pid)::int").rows().first?
                    .text("state") ?? ""
                usleep(10_000)
            }
            #expect(state == "idle")
            #expect(connection.settle())
        }

        @Test func `a commit of a failed transaction is an error`() throws {
            try connection.begin(.readWrite)
            #expect(throws: DatabaseError.self) { _ = try connection.send("select 1 / \(0) as n").rows() }
            #expect(throws: DatabaseError.self) { try connection.commit() }
            #expect(connection.isInTransaction == false)
            #expect(connection.isClean)
        }

        @Test func `nothing can be written in a read-only transaction`() throws {
            _ = try connection.send("create temporary table things (n bigint)").rows()
            try connection.begin(.readOnly)
            let refused = #expect(throws: DatabaseError.self) {
                _ = try connection.send("create table x (n bigint)").rows()
            }
            #expect(refused?.sqlState == "25006")
            try connection.rollback()
        }
    }
}
