import HTML
import Postgres
import Templates

/// What versions changed of a lesson: its state before them and after them.
struct LessonChange {
    /// nil: it was not published.
    let old: Lesson?
    /// nil: it is published no longer.
    let new: Lesson?
    /// The last of the versions that changed it.
    let version: Int

    var kind: PublicChange.Kind { old == nil ? .added : new == nil ? .removed : .changed }

    /// Returns the changes that are left of those of several versions, in the order in which the lessons first occur. A state's
    /// `version` is that of the change: an old one ended with it, a new one began.
    static func net(_ states: [(lesson: Lesson, isOld: Bool)]) -> [LessonChange] {
        var order: [ID] = []
        var byLesson: [ID: [(lesson: Lesson, isOld: Bool)]] = [:]
        for state in states {
            if byLesson[state.lesson.id] == nil { order.append(state.lesson.id) }
            byLesson[state.lesson.id, default: []].append(state)
        }
        return order.compactMap { id in
            let states = byLesson[id] ?? []
            let versions = states.map(\.lesson.version)
            guard let first = versions.min(), let last = versions.max() else { return nil }
            let old = states.first { $0.isOld && $0.lesson.version == first }?.lesson
            let new = states.first { !$0.isOld && $0.lesson.version == last }?.lesson
            switch (old, new) {
            case (nil, nil): return nil
            case (let old?, let new?) where LessonDiff.parts(old.content, new.content).isEmpty: return nil
            default: return LessonChange(old: old, new: new, version: last)
            }
        }
    }

    func lines(_ language: Language) -> [LocalText] {
        guard let old, let new else {
            return [LocalText(new == nil ? Strings.timetable_diff_removed : Strings.timetable_diff_added)]
        }
        return LessonDiff.parts(old.content, new.content).map { part in
            Strings.timetable_diff(part: part.label, old: part.words(old, language), new: part.words(new, language))
        }
    }
}
