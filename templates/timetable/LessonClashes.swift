import HTML

/// What a lesson's form would clash with if it was saved as it is: a part of the form, which the server answers alone
/// while somebody fills it in (`public/roost.js`).
package struct LessonClashes: Sendable {
    package var clashes: [LocalText]
    /// Enough is filled in to say that there is none.
    package var isChecked: Bool

    package init(clashes: [LocalText] = [], isChecked: Bool = false) {
        self.clashes = clashes
        self.isChecked = isChecked
    }

    package var isClashing: Bool { !clashes.isEmpty }
    package var isFree: Bool { isChecked && clashes.isEmpty }

    package static var sample: LessonClashes {
        LessonClashes(
            clashes: [Strings.timetable_clash_room(name: "<201>", other: "Mathematics, 253501")], isChecked: true)
    }

    package static var sampleFree: LessonClashes { LessonClashes(isChecked: true) }
}
