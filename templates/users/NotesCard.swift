import HTML

/// On a user's page: what admins wrote down about them.
package struct NotesCard: Sendable {
    package var notes: [UserNote]
    /// nil for somebody who may not add one.
    package var noteForm: NoteForm?

    package init(_ notes: [UserNote], form: NoteForm?) {
        self.notes = notes
        noteForm = form
    }

    package static var sample: NotesCard {
        NotesCard(
            [
                UserNote(
                    author: "Sara Lind", at: "20 Nov 2026",
                    body: "Called about the chargeback.\nWill ring back <Monday>."),
                UserNote(author: "علی", at: "19 Nov 2026", body: "کاربر درخواست خروجی داده‌هایش را دارد."),
            ],
            form: NoteForm(
                action: "/t/rooster-me/users/1/notes", csrf: "sample",
                body: Area(
                    Field(
                        "body", label: LocalText(Strings.user_note), hint: LocalText(Strings.user_note_hint),
                        isRequired: true))))
    }
}
