// modules: JSON
// files: Sources/Kinds/Timetable/Imports/CompatibleFile.swift
import Console
import Sheets

@testable import Timetable

/// Schedules in the shape of BSUIR's API, and the cells that are made of them.
enum Schedules: Fuzzed {
    static let name = "schedules"
    static let longest = 8_192

    static func read(_ bytes: [UInt8]) throws {
        guard let sources = (try? CompatibleFile.schedules(bytes)) ?? nil else { return }
        for lesson in sources.flatMap(\.lessons) { _ = LessonCells(lesson.values) }
    }
}
