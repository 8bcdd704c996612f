import HTML
import Postgres
import Support
import Testing

@testable import Fitness

/// Moving a session, over plans of every shape: with days from years in which summer time begins and ends within the plan.
@Suite struct PlanShiftTests {
    private static func plan(_ random: inout SeededRandom) -> [PlannedSession] {
        // 2026-03-23 and 2026-10-19: weeks whose Sundays have 23 and 25 hours in Europe; and a Persian new year.
        let begin = [20_535, 20_745, 20_532].randomElement(using: &random)! + Int.random(in: 0..<7, using: &random)
        var (day, place) = (begin, 0)
        return (0..<Int.random(in: 1...24, using: &random)).map { _ in
            let step = Int.random(in: 0...3, using: &random)
            (day, place) = (day + step, step == 0 ? place + Int.random(in: 1...3, using: &random) : 0)
            return PlannedSession(
                id: ID.make(), day: day, place: place, isTicked: Int.random(in: 0..<5, using: &random) == 0)
        }
    }

    private static func isInOrder(_ plan: [PlannedSession]) -> Bool {
        zip(plan, plan.dropFirst()).allSatisfy { ($0.day, $0.place) < ($1.day, $1.place) }
    }

    @Test
    func
        `FI5: a move later or earlier loses nothing and takes along what the act says, as it was in order and distance`()
        throws
    {
        var random = SeededRandom(5)
        var (later, earlier) = (0, 0)
        for _ in 0..<4000 {
            let plan = Self.plan(&random)
            let first = [0, 5].randomElement(using: &random)!
            let moved = plan.randomElement(using: &random)!
            let week = PlanShift.week(of: moved.day, first: first)
            #expect(week.count == 7 && week.contains(moved.day))
            for scope in PlanShift.Scope.allCases {
                let day =
                    scope == .week
                    ? week.randomElement(using: &random)! : moved.day + Int.random(in: -20...20, using: &random)
                // Everything is over already, so nothing lies ahead.
                let move = { try PlanShift.move(moved.id, to: day, scope, in: plan, first: first, today: .max) }
                guard !moved.isTicked else {
                    #expect(throws: PlanShift.Refusal.ticked) { try move() }
                    continue
                }
                (later, earlier) = (later + (day > moved.day ? 1 : 0), earlier + (day < moved.day ? 1 : 0))
                let after = try move()
                // Nothing lost, nothing twice, and the days rise.
                #expect(Set(after.map(\.id)) == Set(plan.map(\.id)) && after.count == plan.count)
                #expect(Self.isInOrder(after))
                let new = Dictionary(uniqueKeysWithValues: after.map { ($0.id, $0) })
                let place = try #require(plan.firstIndex { $0.id == moved.id })
                // It is where it was sent; what came before it and what is done stay, whichever way it went.
                #expect(new[moved.id]?.day == day)
                #expect(plan[..<place].allSatisfy { new[$0.id] == $0 })
                #expect(plan.allSatisfy { !$0.isTicked || new[$0.id] == $0 })
                for session in plan[(place + 1)...] where !session.isTicked {
                    let wanted =
                        switch scope {
                        case .one: session.day
                        case .rest: session.day + day - moved.day
                        case .week:
                            week.contains(session.day)
                                ? min(session.day + day - moved.day, week.upperBound) : session.day
                        }
                    #expect(new[session.id]?.day == wanted, "\(scope)")
                }
                // What goes along stays in its own order.
                let going = plan[place...].filter { !$0.isTicked && (scope == .rest || week.contains($0.day)) }.map(
                    \.id)
                if scope != .one { #expect(after.map(\.id).filter { going.contains($0) } == going) }
                if scope == .week {
                    #expect(plan.allSatisfy { week.contains($0.day) == week.contains(new[$0.id]?.day ?? 0) })
                }
                // With what the move stores of each, all of it can be put back.
                let changed = PlanShift.changes(from: plan, to: after)
                #expect(changed.isEmpty == (day == moved.day))
                let old = Dictionary(uniqueKeysWithValues: plan.map { ($0.id, $0) })
                let ids = Set(changed.map(\.id))
                let back = (after.filter { !ids.contains($0.id) } + changed.compactMap { old[$0.id] })
                    .sorted { ($0.day, $0.place) < ($1.day, $1.place) }
                #expect(back == plan)
            }
        }
        #expect(later > 3000 && earlier > 3000)
    }

    @Test func `FI5: nothing that lies ahead is brought into the past: such a move is refused as a whole`() throws {
        var random = SeededRandom(7)
        var (taken, refused) = (0, 0)
        for _ in 0..<4000 {
            let plan = Self.plan(&random)
            guard let moved = plan.filter({ !$0.isTicked }).randomElement(using: &random) else { continue }
            let today = moved.day + Int.random(in: -12...12, using: &random)
            let week = PlanShift.week(of: moved.day, first: 0)
            for scope in PlanShift.Scope.allCases {
                let day =
                    scope == .week
                    ? week.randomElement(using: &random)! : moved.day + Int.random(in: -20...20, using: &random)
                func move(_ today: Int) throws -> [PlannedSession] {
                    try PlanShift.move(moved.id, to: day, scope, in: plan, first: 0, today: today)
                }
                let free = Dictionary(uniqueKeysWithValues: try move(.max).map { ($0.id, $0.day) })
                let isBad = plan.contains { $0.day >= today && (free[$0.id] ?? 0) < today }
                if isBad {
                    refused += 1
                    #expect(throws: PlanShift.Refusal.intoPast) { try move(today) }
                } else {
                    taken += 1
                    #expect(Dictionary(uniqueKeysWithValues: try move(today).map { ($0.id, $0.day) }) == free)
                }
            }
        }
        #expect(taken > 1000 && refused > 1000)
    }

    @Test func `FC2: a session that is sent before others draws none of them along`() throws {
        // 2026-10-19, a Monday: with Wednesday, Friday and the Monday after.
        let plan = [0, 2, 4, 7].map { PlannedSession(id: ID.make(), day: 20_745 + $0, isTicked: false) }
        func days(_ index: Int, to day: Int, _ scope: PlanShift.Scope) throws -> [Int] {
            let after = try PlanShift.move(
                plan[index].id, to: 20_745 + day, scope, in: plan, first: 0, today: 20_745 - 30)
            return plan.map { session in (after.first { $0.id == session.id }?.day ?? 0) - 20_745 }
        }
        #expect(try days(2, to: 1, .one) == [0, 2, 1, 7] && days(2, to: 1, .week) == [0, 2, 1, 7])
        #expect(try days(2, to: 1, .rest) == [0, 2, 1, 4] && days(1, to: -5, .rest) == [0, -5, -3, 0])
        // On the day of another one it comes after that.
        let after = try PlanShift.move(plan[2].id, to: plan[0].day, .one, in: plan, first: 0, today: 0)
        #expect(after.map(\.id) == [plan[0].id, plan[2].id, plan[1].id, plan[3].id])
    }

    @Test func `FI5: to where it is it changes nothing, out of its week it is refused`() throws {
        var random = SeededRandom(6)
        for _ in 0..<500 {
            let plan = Self.plan(&random)
            guard let moved = plan.first(where: { !$0.isTicked }) else { continue }
            func move(_ id: ID, _ day: Int, _ scope: PlanShift.Scope) throws -> [PlannedSession] {
                try PlanShift.move(id, to: day, scope, in: plan, first: 0, today: .max)
            }
            for scope in PlanShift.Scope.allCases { #expect(try move(moved.id, moved.day, scope) == plan) }
            let week = PlanShift.week(of: moved.day, first: 0)
            for day in [week.lowerBound - 1, week.upperBound + 1] {
                #expect(throws: PlanShift.Refusal.outsideWeek) { try move(moved.id, day, .week) }
            }
            #expect(throws: PlanShift.Refusal.noSession) { try move(ID.make(), moved.day, .rest) }
        }
    }

    @Test func `FI5: a week begins on Monday, and on Saturday where Persian is spoken`() throws {
        // 2026-11-25, a Wednesday.
        let day = try #require(Session.day("2026-11-25"))
        #expect(Session.iso(PlanShift.week(of: day, first: PlanShift.firstWeekday("ru")).lowerBound) == "2026-11-23")
        #expect(Session.iso(PlanShift.week(of: day, first: PlanShift.firstWeekday("fa")).lowerBound) == "2026-11-21")
    }
}
