import Console
import HTML
import Postgres
import Templates
import Web

/// Places to which a lesson can move: its groups and teachers are free there, and so is a suitable room. The best
/// come first.
struct ShowPlaces: Viewing {
    private let id: ID
    private let back: Link?

    init(_ request: WebRequest) throws { (id, back) = (try request.id("lesson"), request.lessonBack) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let stored = try StoredLesson(id, in: tx)
        let (lesson, content) = (stored.lesson, stored.lesson.content)
        let taken = try tx.rows(LessonQueries.taken(term: stored.term.id, by: content.groups + content.teachers))
            .compactMap {
                row -> FreePlaces.Taken? in
                guard try row.id("lesson_id") != id, let weeks = Weeks(mask: try row.int("weeks")) else { return nil }
                let (first, last) = (try row.int("first_day"), try row.int("last_day"))
                return FreePlaces.Taken(
                    object: try row.id("object_id"), subgroup: try row.int("subgroup"), weekday: try row.int("weekday"),
                    time: try row.int("starts")..<row.int("ends"), weeks: weeks, days: first...max(first, last))
            }
        var names: [ID: String] = [:]
        let rooms = try tx.rows(LessonQueries.rooms).map { row in
            let (room, purpose) = (try row.id("id"), try row.text("purpose"))
            names[room] = try row.text("name")
            return FreePlaces.Room(
                id: room, capacity: try row.int("capacity"),
                isFitting: purpose == "any" || purpose == content.kind.rawValue)
        }
        let sizes = try tx.rows(LessonQueries.sizes(content.groups)).map {
            (students: try $0.int("students"), subgroups: try $0.int("subgroups"))
        }
        let places = FreePlaces(
            calendar: stored.term.calendar, bells: stored.term.bells.times, taken: taken,
            rooms: rooms,
            attendance: LessonClash.attendance(sizes, subgroup: content.subgroup)
        ).best(for: content)
        let here: Link = "\(actor.link(to: LessonList.list))/\(id)"
        let heading = LocalText(Strings.timetable_places)
        return PlacesPage(
            frame: actor.frame(
                heading, services, current: "timetable",
                crumb: (Strings.timetable_named(name: lesson.name), here.with(back: back))),
            lesson: lesson.name, now: lesson.summary(actor.language),
            places: places.map { place in
                PlacesPage.Place(
                    time:
                        "\(LessonFields.weekday(place.weekday, actor.language)) \(Bells.words(place.time.lowerBound))–\(Bells.words(place.time.upperBound))",
                    room: place.room.flatMap { names[$0] } ?? "—",
                    hidden: [
                        HiddenValue("weekday", String(place.weekday)),
                        HiddenValue("starts", String(place.time.lowerBound)),
                        HiddenValue("version", String(lesson.version)),
                    ] + (place.room.map { [HiddenValue("room", $0.description)] } ?? []))
            }, move: Link("\(here)/move").with(back: back), back: back ?? here)
    }
}
