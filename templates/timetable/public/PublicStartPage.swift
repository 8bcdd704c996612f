import HTML

/// Where strangers find the timetable of a group, a teacher or a room.
package struct PublicStartPage: Sendable {
    package struct Entry: Sendable {
        package var name: String
        package var detail: String?
        package var link: Link

        package init(name: String, detail: String?, link: Link) {
            self.name = name
            self.detail = detail
            self.link = link
        }
    }

    package struct Part: Sendable {
        package var title: String
        package var entries: [Entry]
        /// That there are more than are shown.
        package var more: LocalText?
        /// Leads to all of them.
        package var rest: Entry?

        package init(title: String, entries: [Entry], more: LocalText?) {
            self.title = title
            self.entries = entries
            self.more = more
        }
    }

    package var frame: PublicFrame
    package var language: String
    package var search: String
    package var notFound: LocalText?
    /// Leads from a search or from one faculty back to all; nil on the page of all.
    package var all: Link?
    package var parts: [Part]

    package init(
        frame: PublicFrame, language: String, search: String, notFound: LocalText?, all: Link?, parts: [Part]
    ) {
        self.frame = frame
        self.language = language
        self.search = search
        self.notFound = notFound
        self.all = all
        self.parts = parts
    }

    package var isEmpty: Bool { parts.isEmpty && search.isEmpty }

    package static var sample: PublicStartPage {
        PublicStartPage(
            frame: .sample("Timetable"), language: "ru", search: "\"<q>\"",
            notFound: Strings.timetable_public_none(text: "\"<q>\""), all: "/public/pary/timetable",
            parts: [
                Part(
                    title: "Groups <b>",
                    entries: [Entry(name: "253502", detail: "2", link: "/public/pary/timetable/groups/253502")],
                    more: Strings.timetable_public_more(count: 12))
            ].map { part in
                var part = part
                part.rest = Entry(name: "All 12 <b>", detail: nil, link: "/public/pary/timetable?faculty=1")
                return part
            })
    }

    package static var sampleEmpty: PublicStartPage {
        PublicStartPage(frame: .sample("Timetable"), language: "en", search: "", notFound: nil, all: nil, parts: [])
    }
}
