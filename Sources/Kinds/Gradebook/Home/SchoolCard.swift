import Console
import HTML
import Postgres
import Templates

/// Shows the number of classes, and open work: today's attendance, assignments that are not graded.
struct SchoolCard: HomeCard {
    static let needs = Permission.seeClasses
    static let samples: [[HomePart]] = [
        [
            .number(Number(Strings.gradebook_classes, "2,000")),
            .task(HomeTask(Strings.gradebook_home_attendance(count: 3), icon: "clock", link: "/t/gradely/classes")),
            .task(HomeTask(Strings.gradebook_home_grades(count: 1), icon: "edit", link: "/t/gradely/classes")),
        ], [],
    ]

    let statements = [
        SchoolQueries.classes, SchoolQueries.classesWithoutAttendance, SchoolQueries.assignmentsWithoutGrades,
    ]

    init(for actor: Actor, _ services: Services) {}

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        let numbers = NumberStyle(actor.language)
        var parts: [HomePart] = []
        if let row = rows[0].first {
            parts.append(
                .number(
                    Number(
                        Strings.gradebook_classes, numbers.integer(try row.int("classes")),
                        link: actor.may(.seeClasses) ? actor.link("classes") : nil)))
        }
        func task(_ row: Row?, _ text: (Int) -> LocalText, icon: String, waits: String) throws {
            guard let count = try row?.int("n"), count > 0 else { return }
            parts.append(
                .task(
                    HomeTask(text(count), icon: icon, link: actor.link("classes").with(query: [("waits", waits)]))))
        }
        try task(
            rows[1].first, { Strings.gradebook_home_attendance(count: $0) }, icon: "clock", waits: "attendance")
        try task(rows[2].first, { Strings.gradebook_home_grades(count: $0) }, icon: "edit", waits: "grades")
        return parts
    }
}
