import Foundation
import Support
import Testing

@testable import RoostClient

/// What a kind's sync call does at the server: it stamps each edit once, by its id, and gives what is behind a cursor.
private actor SyncServer {
    private var log: [SyncChange] = []
    private var clock: Int64 = 1_795_000_000_000_000

    func exchange(_ edits: [SyncEdit], _ cursor: String?, page: Int) -> SyncAnswer {
        var refused: [UUID: String] = [:]
        for edit in edits where !log.contains(where: { $0.stamp.edit == edit.id }) {
            if edit.fields["forbidden"] != nil {
                refused[edit.id] = "no"
                continue
            }
            clock += 1
            log.append(SyncChange(record: edit.record, fields: edit.fields, stamp: SyncStamp(at: clock, edit: edit.id)))
        }
        let from = cursor.flatMap { Int($0) } ?? 0
        let until = min(log.count, from + page)
        return SyncAnswer(
            changes: log[from..<until].shuffled(), cursor: String(until), hasMore: until < log.count,
            taken: edits.map(\.id).filter { refused[$0] == nil }, refused: refused)
    }

    var edits: Int { log.count }
    var newest: [UUID: [String: JSONValue]] {
        log.reduce(into: [:]) { all, change in all[change.record, default: [:]].merge(change.fields) { _, new in new } }
    }
}

/// A device's way to it, on which answers are lost.
private struct Line: SyncExchange {
    let server: SyncServer
    let fate: Fate?
    var page = 7
    var mostEdits = 5

    func exchange(_ edits: [SyncEdit], after cursor: String?) async throws -> SyncAnswer {
        if fate?.comes(1, in: 5) == true { throw CallFault.network(URLError(.notConnectedToInternet)) }
        let answer = await server.exchange(edits, cursor, page: page)
        if fate?.comes(1, in: 5) == true { throw CallFault.deadline }
        return answer
    }
}

@Suite struct SyncTests {
    /// A value follows from its stamp: an edit is the same wherever it comes from.
    private func versions(_ count: Int, _ random: inout SeededRandom) -> [SyncVersion] {
        (0..<count).map { _ in
            let at = Int64.random(in: 0...12, using: &random)
            let edit = UUID(
                uuid: (UInt8.random(in: 0...2, using: &random), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
            return SyncVersion(.text("\(at) \(edit.uuid.0)"), SyncStamp(at: at, edit: edit))
        }
    }

    @Test func `AL2: merging commutes, associates and changes nothing the second time`() {
        for seed in 0..<2000 as Range<UInt64> {
            var random = SeededRandom(seed)
            let (a, b, c) = (
                SyncField(versions(Int.random(in: 0...14, using: &random), &random)),
                SyncField(versions(Int.random(in: 0...14, using: &random), &random)),
                SyncField(versions(Int.random(in: 0...14, using: &random), &random))
            )
            #expect(a.merged(with: b) == b.merged(with: a), "seed \(seed)")
            #expect(a.merged(with: b).merged(with: c) == a.merged(with: b.merged(with: c)), "seed \(seed)")
            #expect(a.merged(with: a) == a && a.merged(with: b).merged(with: b) == a.merged(with: b), "seed \(seed)")
            let merged = a.merged(with: b)
            #expect(merged.versions.count <= SyncField.mostVersions)
            #expect(merged.versions.map(\.stamp) == merged.versions.map(\.stamp).sorted(by: >))
            // The newest wins, and of two both are kept.
            let newest = (a.versions + b.versions).max { $0.stamp < $1.stamp }
            #expect(merged.value == newest?.value)
            let all = Set((a.versions + b.versions).map(\.stamp))
            #expect(merged.versions.count == min(all.count, SyncField.mostVersions))
        }
    }

    @Test func `AL2: in whatever order and however often edits come, the field is the same`() {
        for seed in 0..<500 as Range<UInt64> {
            var random = SeededRandom(seed)
            let edits = versions(20, &random)
            let once = SyncField(edits)
            #expect(SyncField(edits.shuffled(using: &random)) == once, "seed \(seed)")
            #expect(SyncField((edits + edits + edits).shuffled(using: &random)) == once, "seed \(seed)")
        }
    }

    @Test func `AL2: of two devices' edits of one field the later taken wins on both, and both are kept`() async throws
    {
        let (server, one, two) = (SyncServer(), try Scratch(), try Scratch())
        let phone = try SyncedTable(one.file, over: Line(server: server, fate: nil))
        let tablet = try SyncedTable(two.file, over: Line(server: server, fate: nil))
        let alarm = UUID()
        try await phone.edit(alarm, ["time": "07:00", "label": "Work"])
        try await phone.sync()
        try await tablet.sync()
        try await tablet.edit(alarm, ["time": "08:00"])
        try await phone.edit(alarm, ["time": "06:30", "sound": "birds"])
        #expect(await phone.record(alarm)?["time"] == "06:30")
        #expect(await tablet.record(alarm)?["time"] == "08:00")
        // Whoever comes later at the server is later, whenever the person typed it.
        try await phone.sync()
        try await tablet.sync()
        try await phone.sync()
        for device in [phone, tablet] {
            let record = try #require(await device.record(alarm))
            #expect(record.values == ["time": "08:00", "label": "Work", "sound": "birds"])
            #expect(record.fields["time"]?.versions.map(\.value) == ["08:00", "06:30", "07:00"])
            #expect(await device.pending == 0)
        }
        struct Alarm: Decodable, Equatable {
            let time: String
            let label: String
            let sound: String?
        }
        #expect(try await phone.record(alarm)?.decoded() == Alarm(time: "08:00", label: "Work", sound: "birds"))
    }

    @Test func `AL2: an edit that came after a deletion doesn't undo it, and one before it is kept`() async throws {
        let (server, one, two) = (SyncServer(), try Scratch(), try Scratch())
        let phone = try SyncedTable(one.file, over: Line(server: server, fate: nil))
        let tablet = try SyncedTable(two.file, over: Line(server: server, fate: nil))
        let alarm = UUID()
        try await phone.edit(alarm, ["time": "07:00"])
        try await phone.sync()
        try await tablet.sync()
        try await phone.delete(alarm)
        #expect(await phone.records.isEmpty)
        try await phone.sync()
        try await tablet.edit(alarm, ["time": "08:00"])
        try await tablet.sync()
        #expect(await tablet.records.isEmpty)
        #expect(await tablet.record(alarm)?.fields["time"]?.versions.map(\.value) == ["08:00", "07:00"])
    }

    @Test func `AL2: what the server doesn't take is told, and undone here`() async throws {
        let (server, scratch) = (SyncServer(), try Scratch())
        let table = try SyncedTable(scratch.file, over: Line(server: server, fate: nil))
        let (good, bad) = (UUID(), UUID())
        try await table.edit(good, ["time": "07:00"])
        try await table.edit(bad, ["forbidden": true])
        let refused = try await table.sync()
        #expect(refused.map(\.edit.record) == [bad] && refused.first?.why == "no")
        #expect(await table.records.map(\.id) == [good])
        #expect(await table.record(bad) == nil)
        #expect(await table.pending == 0)
    }

    @Test func `AL2: devices that are killed and lose answers all come to what the server has`() async throws {
        for seed in 0..<rounds(3, full: 100) {
            var random = SeededRandom(seed)
            let (server, fate) = (SyncServer(), Fate(seed: seed &+ 500))
            let scratches = try (0..<3).map { _ in try Scratch() }
            let records = (0..<4).map { _ in UUID() }
            var edits = 0
            for step in 0..<60 {
                let scratch = scratches[Int.random(in: 0..<3, using: &random)]
                // Opened anew each time: as after a kill.
                let table = try SyncedTable(scratch.file, over: Line(server: server, fate: fate))
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let record = records[Int.random(in: 0..<4, using: &random)]
                    let field = ["time", "label", "sound"][Int.random(in: 0..<3, using: &random)]
                    try await table.edit(record, [field: .int(step)])
                    edits += 1
                }
                if Bool.random(using: &random) { _ = try? await table.sync() }
                if Int.random(in: 0..<4, using: &random) == 0 {
                    let handle = try FileHandle(forWritingTo: scratch.file)
                    try handle.seekToEnd()
                    try handle.write(contentsOf: Data("0123abcd {\"answered\":{\"_0\":".utf8))
                    try handle.close()
                }
            }
            for _ in 0..<2 {
                for scratch in scratches {
                    let table = try SyncedTable(scratch.file, over: Line(server: server, fate: nil))
                    try await table.sync()
                    #expect(await table.pending == 0)
                }
            }
            #expect(await server.edits == edits, "seed \(seed): each edit once")
            let newest = await server.newest
            for scratch in scratches {
                let table = try SyncedTable(scratch.file, over: Line(server: server, fate: nil))
                for record in records {
                    #expect(await table.record(record)?.values ?? [:] == newest[record] ?? [:], "seed \(seed)")
                }
            }
        }
    }

    @Test func `AL2: a table whose file is damaged asks for everything again`() async throws {
        let (server, scratch) = (SyncServer(), try Scratch())
        let records = (0..<5).map { _ in UUID() }
        do {
            let table = try SyncedTable(scratch.file, over: Line(server: server, fate: nil))
            for record in records {
                try await table.edit(record, ["time": "07:00"])
                try await table.sync()
            }
        }
        var bytes = try Data(contentsOf: scratch.file)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: scratch.file)
        let table = try SyncedTable(scratch.file, over: Line(server: server, fate: nil))
        try await table.sync()
        #expect(Set(await table.records.map(\.id)) == Set(records))
    }

    @Test func `AL2: the file of a table that is edited for years stays small`() async throws {
        let (server, scratch) = (SyncServer(), try Scratch())
        let record = UUID()
        do {
            let table = try SyncedTable(scratch.file, over: Line(server: server, fate: nil))
            for number in 0..<800 {
                try await table.edit(record, ["text": .text("\(number) \(String(repeating: "x", count: 300))")])
                if number % 5 == 4 { try await table.sync() }
            }
        }
        #expect(try Data(contentsOf: scratch.file).count < 500_000)
        let table = try SyncedTable(scratch.file, over: Line(server: server, fate: nil))
        let kept = try #require(await table.record(record)?.fields["text"]?.versions)
        #expect(kept.count == SyncField.mostVersions)
    }
}
