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
        var day = begin
        return (0..<Int.random(in: 1...24, using: &random)).map { _ in
            day += Int.random(in: 0...3, using: &random)
            return PlannedSession(id: ID.make(), day: day, isTicked: Int.random(in: 0..<5, using: &random) == 0)
        }
    }

    @Test func `FI5: nothing is lost, the order stays, and nothing leaves its week when the act says so`() throws {
        var random = SeededRandom(5)
        var moves = 0
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
                guard !moved.isTicked else {
                    #expect(throws: PlanShift.Refusal.ticked) {
                        try PlanShift.move(moved.id, to: day, scope, in: plan, first: first)
                    }
                    continue
                }
                moves += 1
                let after = try PlanShift.move(moved.id, to: day, scope, in: plan, first: first)
                // Nothing lost, nothing twice.
                #expect(Set(after.map(\.id)) == Set(plan.map(\.id)) && after.count == plan.count)
                let old = Dictionary(uniqueKeysWithValues: plan.map { ($0.id, $0) })
                // It is where it was sent, and what is done stays.
                #expect(after.first { $0.id == moved.id }?.day == day)
                #expect(after.allSatisfy { !$0.isTicked || $0 == old[$0.id] })
                // In order: the days rise, and what is still to be done comes in the order in which it came.
                #expect(zip(after, after.dropFirst()).allSatisfy { $0.day <= $1.day })
                #expect(after.filter { !$0.isTicked }.map(\.id) == plan.filter { !$0.isTicked }.map(\.id))
                if scope == .week {
                    for session in after {
                        let was = try #require(old[session.id])
                        #expect(week.contains(was.day) == week.contains(session.day))
                        if !week.contains(was.day) { #expect(session == was) }
                    }
                } else {
                    // All that came after it moved by as many days.
                    let place = try #require(plan.firstIndex { $0.id == moved.id })
                    for session in plan[place...] where !session.isTicked {
                        #expect(after.first { $0.id == session.id }?.day == session.day + day - moved.day)
                    }
                }
            }
        }
        #expect(moves > 5000)
    }

    @Test func `FC2: a way back is offered where it brings every day back`() throws {
        // 2026-10-19, a Monday: with Wednesday and Sunday.
        let plan = [0, 2, 6].map { PlannedSession(id: ID.make(), day: 20_745 + $0, isTicked: false) }
        func hasWayBack(_ index: Int, _ step: Int, _ scope: PlanShift.Scope) throws -> Bool {
            let day = plan[index].day + step
            let after = try PlanShift.move(plan[index].id, to: day, scope, in: plan, first: 0)
            return PlanShift.hasWayBack(plan[index].id, from: plan, to: after, scope, first: 0)
        }
        #expect(try hasWayBack(1, 3, .rest) && hasWayBack(0, -1, .rest) && hasWayBack(2, -1, .week))
        // The last one is on the last day of the week already, and stays; moved before the first, that one goes along.
        #expect(try !hasWayBack(1, 1, .week) && !hasWayBack(1, -5, .rest))
    }

    @Test func `FI5: to where it is it changes nothing, out of its week it is refused`() throws {
        var random = SeededRandom(6)
        for _ in 0..<500 {
            let plan = Self.plan(&random)
            guard let moved = plan.first(where: { !$0.isTicked }) else { continue }
            for scope in PlanShift.Scope.allCases {
                #expect(try PlanShift.move(moved.id, to: moved.day, scope, in: plan, first: 0) == plan)
            }
            let week = PlanShift.week(of: moved.day, first: 0)
            for day in [week.lowerBound - 1, week.upperBound + 1] {
                #expect(throws: PlanShift.Refusal.outsideWeek) {
                    try PlanShift.move(moved.id, to: day, .week, in: plan, first: 0)
                }
            }
            #expect(throws: PlanShift.Refusal.noSession) {
                try PlanShift.move(ID.make(), to: moved.day, .rest, in: plan, first: 0)
            }
        }
    }

    @Test func `FI5: a week begins on Monday, and on Saturday where Persian is spoken`() throws {
        // 2026-11-25, a Wednesday.
        let day = try #require(Session.day("2026-11-25"))
        #expect(Session.iso(PlanShift.week(of: day, first: PlanShift.firstWeekday("ru")).lowerBound) == "2026-11-23")
        #expect(Session.iso(PlanShift.week(of: day, first: PlanShift.firstWeekday("fa")).lowerBound) == "2026-11-21")
    }
}
