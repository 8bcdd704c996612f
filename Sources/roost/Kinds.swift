import Alarm
import Console
import Core
import Cycle
import Fitness
import Gradebook
import Timetable

/// The kinds of this binary. A new kind needs an import and an entry here, and an entry in Package.swift.
enum Kinds {
    static let all: [any Kind] = [
        AlarmKind(),
        FitnessKind(),
        GradebookKind(),
        TimetableKind(),
        CycleKind(),
    ]
}
