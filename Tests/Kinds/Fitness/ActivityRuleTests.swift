import Postgres
import Testing

@testable import Fitness

/// Which activities are one, and which session one fulfils.
@Suite struct ActivityRuleTests {
    private func placed(_ kind: ActivityKind, _ from: Int64, _ seconds: Int) -> ActivityRules.Placed {
        .init(id: .make(), kind: kind, startedAt: Timestamp(microseconds: from * 1_000_000), seconds: seconds)
    }

    @Test(
        arguments: [
            // Begun and ended a few seconds apart, or one forgotten and an hour longer.
            (0, 1800, 5, 1790, true), (0, 1800, 0, 5400, true), (0, 5400, 1000, 600, true),
            // Exactly half of the shorter one, and a second less.
            (0, 1000, 500, 1000, true), (0, 1000, 501, 1000, false), (500, 1000, 0, 1000, true),
            (501, 1000, 0, 1000, false),
            // One after the other.
            (0, 1000, 1000, 1000, false), (0, 1000, 5000, 10, false),
        ] as [(Int64, Int, Int64, Int, Bool)])
    func `FI11: two are the same when they share at least half of the shorter one's time`(
        from: Int64, seconds: Int, other: Int64, otherSeconds: Int, isSame: Bool
    ) {
        let (a, b) = (placed(.run, from, seconds), placed(.run, other, otherSeconds))
        #expect((ActivityRules.same(as: b, among: [a]) == a.id) == isSame)
        // Whichever comes first.
        #expect((ActivityRules.same(as: a, among: [b]) == b.id) == isSame)
    }

    @Test(
        arguments: [
            // The best of the world passes, a car does not.
            (.run, 7300, 42_195, nil), (.run, 10, 100, nil), (.run, 3600, 60_000, .badSpeed),
            (.walk, 14_400, 50_000, nil), (.walk, 600, 5000, .badSpeed), (.ride, 3600, 56_000, nil),
            (.ride, 3600, 110_000, .badSpeed), (.swim, 48, 100, nil), (.swim, 3600, 30_000, .badSpeed),
            (.ski, 600, 15_000, nil), (.yoga, 3600, 40_000, .badSpeed), (.other, 3600, 100_000, nil),
            (.other, 3600, 900_000, .badSpeed), (.strength, 13 * 3600, nil, .badDuration),
            (.run, 500_000, nil, .badDuration), (.hike, 500_000, nil, nil), (.run, 1, 10_000_000, .badSpeed),
        ] as [(ActivityKind, Int, Int?, ActivityFault?)])
    func `FI11: nobody is faster or lasts longer than people do in an activity of its kind`(
        kind: ActivityKind, seconds: Int, metres: Int?, fault: ActivityFault?
    ) {
        let start = Timestamp(microseconds: 1_700_000_000_000_000)
        let read = ReadActivity(kind: kind, startedAt: start, seconds: seconds, metres: metres)
        #expect(read.fault(now: start.adding(seconds: 604_800)) == fault)
    }

    @Test func `FI11: of different kinds they are not the same, unless one doesn't know what it was`() {
        let run = placed(.run, 0, 1800)
        for kind in ActivityKind.allCases {
            let other = placed(kind, 0, 1800)
            #expect((ActivityRules.same(as: other, among: [run]) != nil) == (kind == .run || kind == .other), "\(kind)")
        }
        #expect(ActivityRules.same(as: placed(.walk, 0, 60), among: [placed(.hike, 0, 60)]) != nil)
        // Of a long ride and a run in it that somebody tracked apart, the run is the run.
        let ride = placed(.ride, 0, 7200)
        #expect(ActivityRules.same(as: placed(.run, 600, 1800), among: [ride, run]) == run.id)
    }

    @Test func `FI11: of several the one that shares the most is the same`() {
        let (near, far) = (placed(.run, 100, 1000), placed(.run, 600, 1000))
        #expect(ActivityRules.same(as: placed(.run, 150, 1000), among: [far, near]) == near.id)
        #expect(ActivityRules.same(as: placed(.run, 150, 1000), among: []) == nil)
    }

    @Test func `FI11: by its days an activity finds the same one as among all of them`() {
        var random = SystemRandomNumberGenerator()
        let earlier = (0..<400).map { _ in
            placed(
                ActivityKind.allCases.randomElement(using: &random) ?? .run, .random(in: 0...2_000_000, using: &random),
                .random(in: 1...(Bool.random(using: &random) ? 7200 : 604_800), using: &random))
        }
        let timeline = ActivityRules.Timeline(earlier)
        for _ in 0..<400 {
            let new = placed(
                .run, .random(in: 0...2_000_000, using: &random), .random(in: 1...604_800, using: &random))
            #expect(timeline.same(as: new) == ActivityRules.same(as: new, among: earlier))
        }
    }

    @Test func `FI11: two thousand new ones among fifty thousand of many years keep nobody waiting`() {
        let timeline = ActivityRules.Timeline((0..<50_000).map { placed(.run, Int64($0) * 10_000, 60) })
        let clock = ContinuousClock()
        let time = clock.measure {
            for number in 0..<2000 {
                #expect(timeline.same(as: placed(.swim, Int64(number) * 250_000, 60)) == nil)
            }
        }
        #expect(time < .seconds(5), "\(time)")
    }

    @Test(
        arguments: [
            ("Run 5 km", ActivityKind.run), ("Лёгкий бег 5 км", .run), ("Длинная пробежка 12 км", .run),
            ("Плавание 1 км", .swim),
            ("Велосипед 20 км", .ride), ("Силовая тренировка", .strength), ("Растяжка и йога", .yoga),
            ("Ходьба 10 000 шагов", .walk), ("Carrera suave", .run), ("Natación", .swim), ("دویدن ۵ کیلومتر", .run),
            ("شنا", .swim), ("Интервалы 8 × 400 м", nil), ("Rest", nil), ("", nil), ("Отдых", nil),
        ] as [(String, ActivityKind?)])
    func `FI11: what a session is about is read in its title, in every language of the console`(
        title: String, kind: ActivityKind?
    ) {
        #expect(SessionKind.of(title) == kind)
    }

    private func session(_ title: String, _ minutes: Int? = nil, ticked: Bool = false) -> Session {
        Session(id: .make(), day: 1, title: title, minutes: minutes, tickedAt: ticked ? .now : nil)
    }

    private func fulfilled(_ kind: ActivityKind, _ minutes: Int, _ sessions: [Session]) -> String? {
        ActivityRules.session(for: kind, seconds: minutes * 60, among: sessions)?.title
    }

    @Test func `FI11: an activity fulfils the session of its kind that is nearest in time, and none of another kind`() {
        let day = [session("Swim"), session("Run long", 90), session("Run short", 30), session("Rest")]
        #expect(fulfilled(.run, 35, day) == "Run short" && fulfilled(.run, 80, day) == "Run long")
        #expect(fulfilled(.swim, 5, day) == "Swim" && fulfilled(.ride, 60, day) == nil)
        // Less than half of what was planned is not done.
        #expect(fulfilled(.run, 14, [session("Run", 30)]) == nil && fulfilled(.run, 15, [session("Run", 30)]) != nil)
        #expect(fulfilled(.run, 30, [session("Run", 30, ticked: true)]) == nil)
        #expect(fulfilled(.run, 30, [session("Run one"), session("Run two")]) == "Run one")
    }

    @Test func `FI11: a session that names no kind is meant when its time says so, and a day of rest never`() {
        let day = [session("Intervals", 40), session("Rest")]
        #expect(fulfilled(.run, 40, day) == "Intervals" && fulfilled(.other, 25, day) == "Intervals")
        #expect(fulfilled(.run, 19, day) == nil && fulfilled(.run, 81, day) == nil)
        #expect(fulfilled(.run, 40, [session("Intervals", 40), session("Run")]) == "Run")
        // Who doesn't know what it was ticks nothing that says what it is.
        #expect(fulfilled(.other, 30, [session("Run", 30)]) == nil)
    }
}
