import Alarm
import Console
import Core
import Cycle
import Fitness
import Gradebook
import Timetable

/// The kinds of this binary. A new kind is an import and a word here, and one word in Package.swift.
enum Kinds {
    static let all: [any Kind] = [
        AlarmKind(),
        FitnessKind(),
        GradebookKind(),
        TimetableKind(),
        CycleKind(),
    ]
}
