import HTML

/// Where a lesson can go: free places, the best first.
package struct PlacesPage: Sendable {
    package struct Place: Sendable {
        package var time: String
        package var room: String
        package var hidden: [HiddenValue]

        package init(time: String, room: String, hidden: [HiddenValue]) {
            self.time = time
            self.room = room
            self.hidden = hidden
        }
    }

    package var frame: Frame
    package var lesson: String
    package var now: String
    package var places: [Place]
    package var move: Link
    package var back: Link

    package init(frame: Frame, lesson: String, now: String, places: [Place], move: Link, back: Link) {
        self.frame = frame
        self.lesson = lesson
        self.now = now
        self.places = places
        self.move = move
        self.back = back
    }

    package static var sample: PlacesPage {
        PlacesPage(
            frame: .sample("Where can it go?", at: "clock"), lesson: "Physics \"<b>\"", now: "Monday 09:00–10:20",
            places: [Place(time: "Tuesday 10:35–11:55", room: "<201>", hidden: [HiddenValue("weekday", "2")])],
            move: "/t/rooster-me/timetable-lessons/1/move", back: "/t/rooster-me/timetable-lessons/1")
    }

    package static var sampleEmpty: PlacesPage {
        var page = sample
        page.places = []
        return page
    }
}
