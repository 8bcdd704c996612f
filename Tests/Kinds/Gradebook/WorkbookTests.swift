import Foundation
import HTML
import Postgres
import Sheets
import Support
import Testing

@testable import Gradebook

/// A class as a workbook: what its formulas give when another program computes them.
@Suite struct WorkbookTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static var isWhole: Bool { ProcessInfo.processInfo.environment["ROOST_FULL"] != nil }

    static var office: String? {
        ["/usr/bin/soffice", "/usr/bin/libreoffice", "/usr/local/bin/soffice"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// Small numbers, so that ties and equal shares come often; and now and then crooked ones.
    static func book(_ random: inout SeededRandom) -> Book {
        let isCrooked = Int.random(in: 0..<4, using: &random) == 0
        let categories = (0..<Int.random(in: 1...5, using: &random)).map { index in
            Rules.Category(
                id: .make(), name: ["Tests & quizzes", "Homework <1>", "*", "پروژه", "\"Labs\""][index],
                weight: Points(
                    thousandths: [0, 10_000, 25_000, 33_330, 40_000, 1_500].randomElement(using: &random) ?? 0),
                drops: [0, 0, 1, 2, 5].randomElement(using: &random) ?? 0)
        }
        let rules = (0..<Int.random(in: 0...12, using: &random)).map { index in
            Rules.Assignment(
                id: .make(), name: "Work \(index) =1+1",
                possible: Points(
                    thousandths: isCrooked
                        ? Int.random(in: 1...100_000, using: &random)
                        : ([4, 5, 8, 10, 20, 50, 100].randomElement(using: &random) ?? 1) * 1000),
                isExtra: Int.random(in: 0..<6, using: &random) == 0,
                category: Int.random(in: categories.indices, using: &random))
        }
        let isWeighted = Bool.random(using: &random)
        let scale = [Scale.usual, Scale(steps: []), Scale(stored: "A 90.5, b 80, B 65.1") ?? .usual].randomElement(
            using: &random)
        let schoolClass = SchoolClass(
            id: .make(), name: "Biology \"9B\" & <x>", term: "Autumn 2026", isWeighted: isWeighted,
            scale: scale ?? .usual,
            version: 1, isArchived: false)
        let students = (0..<Int.random(in: 0...9, using: &random)).map { index in
            Book.Student(
                id: .make(), name: ["Adams, Ruth", "=cmd|' /C calc'!A0", "فرهادی، سارا"][index % 3] + " \(index)",
                number: index == 1 ? "007" : "",
                override: Int.random(in: 0..<8, using: &random) == 0
                    ? Percent(tenths: Int.random(in: 0...1200, using: &random)) : nil,
                overrideReason: "", version: 1)
        }
        let cells = students.map { _ in
            rules.map { assignment -> Book.Cell in
                let points = Points(
                    thousandths: isCrooked
                        ? Int.random(in: 0...assignment.possible.thousandths, using: &random)
                        : Int.random(in: 0...(assignment.possible.thousandths / 500 + 1), using: &random) * 500)
                let grade: Grade =
                    switch Int.random(in: 0..<10, using: &random) {
                    case 0: .empty
                    case 1: Grade(points: nil, mark: .excused)
                    case 2: Grade(points: nil, mark: .missing)
                    case 3: Grade(points: points, mark: .late)
                    default: Grade(points: points, mark: nil)
                    }
                return Book.Cell(grade: grade, version: 1)
            }
        }
        return Book(
            schoolClass: schoolClass,
            rules: Rules(isWeighted: isWeighted, categories: categories, assignments: rules, scale: schoolClass.scale),
            assignments: rules.map {
                Book.Assignment(
                    id: $0.id, category: categories[$0.category].id, name: $0.name,
                    due: LocalTime(microseconds: 20_000 * 86_400_000_000), possible: $0.possible, isExtra: $0.isExtra,
                    version: 1)
            }, students: students, cells: cells)
    }

    static func attendance(_ book: Book, _ random: inout SeededRandom) -> ClassAttendance {
        let days = (0..<Int.random(in: 0...6, using: &random)).map { 20_000 + $0 }
        var marks: [ID: [Int: AttendanceState]] = [:]
        for student in book.students {
            for day in days {
                guard let state = ([nil] + AttendanceState.allCases).randomElement(using: &random) ?? nil else {
                    continue
                }
                marks[student.id, default: [:]][day] = state
            }
        }
        return ClassAttendance(days: days, marks: marks)
    }

    static func made(_ count: Int, seed: UInt64) throws -> (
        folder: URL, books: [Book], attendance: [ClassAttendance]
    ) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "workbooks-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var random = SeededRandom(seed)
        var (books, attendances): ([Book], [ClassAttendance]) = ([], [])
        for number in 0..<count {
            let book = book(&random)
            let attendance = attendance(book, &random)
            let bytes = GradeWorkbook(
                book: book, attendance: attendance, language: Language.allCases[number % 4], revision: 17
            ).bytes()
            try Data(bytes).write(to: folder.appending(path: String(format: "%04d.xlsx", number)))
            books.append(book)
            attendances.append(attendance)
        }
        return (folder, books, attendances)
    }

    static func python(_ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        let own = root.appending(path: ".build/venv/bin/python").path
        process.executableURL = URL(
            filePath: FileManager.default.isExecutableFile(atPath: own) ? own : "/usr/bin/python3")
        process.arguments = arguments
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }

    /// The cells as reading the file again finds them: by student and column, what differs from the book.
    private static func differing(_ bytes: [UInt8], from book: Book, _ attendance: ClassAttendance) throws -> [String] {
        let sheet = UploadedSheet.ours(
            schoolClass: book.schoolClass.id, revision: 17, grades: try bytes.rows(ofSheet: 0),
            attendance: try bytes.rows(ofSheet: 1))
        let file = sheet.file(for: book)
        var differing: [String] = []
        if file.grid.rows.map({ $0.cell(0) }) != book.students.map(\.id.description) { differing.append("students") }
        let columns = book.assignments.map { SheetColumnMeaning.assignment($0.id) }
        if file.columns.filter({ columns.contains($0) }) != columns { differing.append("assignments") }
        for (line, row) in file.grid.rows.enumerated() where book.students.indices.contains(line) {
            for (index, column) in file.columns.enumerated() {
                let text = row.cell(index)
                switch column {
                case .assignment(let id):
                    guard let place = book.column(id) else { continue }
                    let grade = book.cells[line][place].grade
                    if Grade(plain: text) != grade {
                        differing.append("\(line) \(place): \(grade.plain) became \(text)")
                    }
                case .day(let day):
                    let state = LocalTime(day: day).flatMap { attendance.mark(book.students[line].id, $0.dayNumber) }
                    if AttendanceState(typed: text) != state || state == nil && !text.isEmpty {
                        differing.append("\(line) \(day): \(state?.letter ?? "") became \(text)")
                    }
                case .nothing, .id, .name, .given, .number, .new: break
                }
            }
        }
        return differing
    }

    @Test func `GB8: random classes go in again as they came out, cell by cell`() throws {
        var random = SeededRandom(8)
        for number in 0..<(Self.isWhole ? 1000 : 100) {
            let book = Self.book(&random)
            let attendance = Self.attendance(book, &random)
            let bytes = GradeWorkbook(
                book: book, attendance: attendance, language: Language.allCases[number % 4], revision: 17
            ).bytes()
            #expect(try Self.differing(bytes, from: book, attendance) == [], "class \(number)")
        }
    }

    @Test(.enabled(if: office != nil, "LibreOffice is not installed"))
    func `GB8: random classes that LibreOffice has saved go in again as they came out`() throws {
        let count = Self.isWhole ? 200 : 8
        let (folder, books, attendance) = try Self.made(count, seed: 88)
        defer { try? FileManager.default.removeItem(at: folder) }
        let saved = folder.appending(path: "saved")
        _ = try Self.python([
            Self.root.appending(path: "Tests/Kinds/Gradebook/recompute.py").path, folder.path, saved.path,
        ])
        for (number, book) in books.enumerated() {
            let bytes = try Data(contentsOf: saved.appending(path: String(format: "%04d.xlsx", number)))
            #expect(try Self.differing(Array(bytes), from: book, attendance[number]) == [], "class \(number)")
        }
    }

    @Test(.enabled(if: office != nil, "LibreOffice is not installed"))
    func `GB7: LibreOffice computes every formula of random classes to the number that Roost shows`() throws {
        let count = Self.isWhole ? 1000 : 24
        let (folder, _, _) = try Self.made(count, seed: 16)
        defer { try? FileManager.default.removeItem(at: folder) }
        let said = try Self.python([Self.root.appending(path: "Tests/Kinds/Gradebook/recompute.py").path, folder.path])
        #expect(said.hasSuffix(" formulas in \(count) workbooks\n"), "\(said.prefix(4000))")
        #expect(said.split(separator: "\n").count == 1, "\(said.prefix(4000))")
    }

    @Test
    func
        `GB7: a workbook has five sheets with frozen heads, colours and print titles, and runs from right to left in Persian`()
        throws
    {
        let (folder, books, _) = try Self.made(4, seed: 3)
        defer { try? FileManager.default.removeItem(at: folder) }
        let said = try Self.python([
            "-c",
            """
            import sys, openpyxl
            for name in ["0000", "0003"]:
                book = openpyxl.load_workbook(f"{sys.argv[1]}/{name}.xlsx")
                first = book.worksheets[0]
                print(len(book.worksheets), first.freeze_panes, bool(first.sheet_view.rightToLeft), first["B2"].value.startswith('Biology "9B" & <x>'),
                    first.row_dimensions[1].hidden, first.column_dimensions["A"].hidden, first.print_title_rows,
                    sum(len(part.rules) for part in first.conditional_formatting), first.page_setup.orientation, book.calculation.fullCalcOnLoad)
            """, folder.path,
        ])
        let line = "D7 False True True True $1:$6 4 landscape True\\n"
        #expect(
            said == "5 " + line.replacing("\\n", with: "\n") + "5 "
                + line.replacing("False", with: "True").replacing("\\n", with: "\n"), "\(said)")
        #expect(books.count == 4)
    }

    @Test func `GB7: what looks like a formula is text, in the workbook as in CSV`() throws {
        let (folder, _, _) = try Self.made(8, seed: 5)
        defer { try? FileManager.default.removeItem(at: folder) }
        let said = try Self.python([
            "-c",
            """
            import sys, glob, openpyxl
            for path in glob.glob(sys.argv[1] + "/*.xlsx"):
                for sheet in openpyxl.load_workbook(path).worksheets:
                    for row in sheet.iter_rows():
                        for cell in row:
                            if cell.data_type == "f" and "cmd|" in str(cell.value): print(path, cell.coordinate)
            """, folder.path,
        ])
        #expect(said.isEmpty, "\(said)")
    }
}
