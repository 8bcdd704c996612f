import HTML

/// For which teacher each API key acts.
package struct PhonesPage: Sendable {
    package struct Row: Sendable {
        package var id: String
        package var name: String
        package var link: Link
        package var teacher: Choice

        package init(id: String, name: String, link: Link, teacher: Choice) {
            self.id = id
            self.name = name
            self.link = link
            self.teacher = teacher
        }
    }

    package var frame: Frame
    package var action: Link
    /// The list of API keys.
    package var keys: Link
    /// Says that the list of teachers is not complete.
    package var cut: LocalText?
    package var rows: [Row]

    package init(frame: Frame, action: Link, keys: Link, cut: LocalText?, rows: [Row]) {
        self.cut = cut
        self.frame = frame
        self.action = action
        self.keys = keys
        self.rows = rows
    }

    package static var sample: PhonesPage {
        PhonesPage(
            frame: .sample("Teachers' phones", at: "tenants"), action: "/t/gradely/classes/phones",
            keys: "/t/gradely/keys", cut: Strings.gradebook_admins_cut(count: 500),
            rows: [
                Row(
                    id: "1", name: "Phone <1> \"Hall\"", link: "/t/gradely/keys/1",
                    teacher: Choice(
                        "teacher-1", label: LocalText(Strings.gradebook_phones_teacher),
                        options: [
                            .init(value: "", label: "Nobody", isSelected: false),
                            .init(value: "2", label: "Ms <Hall>", isSelected: true),
                        ]))
            ])
    }

    package static var sampleEmpty: PhonesPage {
        var page = sample
        page.rows = []
        return page
    }
}
