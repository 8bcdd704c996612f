import HTML

/// On the page of a user who is a teacher: whose classes the app shows to this user.
package struct TeacherCard: Sendable {
    package var action: Link
    package var csrf: String
    package var teacher: Choice
    /// Says that the list of teachers is not complete.
    package var cut: LocalText?

    package init(action: Link, csrf: String, teacher: Choice, cut: LocalText?) {
        self.action = action
        self.csrf = csrf
        self.teacher = teacher
        self.cut = cut
    }

    /// Linked to nobody yet.
    package static var sampleEmpty: TeacherCard {
        var card = sample
        card.teacher.options = [.init(value: "", label: "Nobody", isSelected: true)]
        card.cut = nil
        return card
    }

    package static var sample: TeacherCard {
        TeacherCard(
            action: "/t/gradely/users/1/teacher", csrf: "x",
            teacher: Choice(
                "teacher", label: LocalText(Strings.gradebook_phones_teacher),
                options: [
                    .init(value: "", label: "Nobody", isSelected: false),
                    .init(value: "2", label: "Ms <Hall>", isSelected: true),
                ]), cut: Strings.gradebook_admins_cut(count: 500))
    }
}
