import HTML

/// The grade table of a class. `public/grades.js` makes a spreadsheet of it.
package struct GradeTablePage: Sendable {
    package struct Head: Sendable {
        package var id: String
        package var name: String
        package var link: Link
        package var detail: LocalText

        package init(
            id: String, name: String, link: Link, detail: LocalText
        ) {
            self.id = id
            self.name = name
            self.link = link
            self.detail = detail
        }

        package var anchor: String { GradeTablePage.anchor(of: id) }
    }

    /// The fragment of an address that leads to the column of an assignment.
    package static func anchor(of assignment: String) -> String { "assignment-\(assignment)" }

    package struct Cell: Sendable {
        package var text: String
        /// 0 for one that was never filled.
        package var version: Int
        /// Classes of the style sheet.
        package var look: String

        /// What is to be said of it besides.
        package var note: LocalText?

        package init(
            text: String, version: Int, look: String, note: LocalText? = nil
        ) {
            self.text = text
            self.version = version
            self.look = look
            self.note = note
        }

        package var hasLook: Bool { !look.isEmpty }
        package var hasVersion: Bool { version > 0 }
    }

    package struct Total: Sendable {
        package var percent: String
        /// For the script, which computes the mean of all.
        package var tenths: String
        package var letter: String
        package var isOverridden: Bool

        package init(
            percent: String, tenths: String, letter: String, isOverridden: Bool
        ) {
            self.percent = percent
            self.tenths = tenths
            self.letter = letter
            self.isOverridden = isOverridden
        }
    }

    package struct Row: Sendable {
        package var id: String
        package var name: String
        package var link: Link
        package var cells: [Cell]
        package var total: Total

        package init(
            id: String, name: String, link: Link, cells: [Cell], total: Total
        ) {
            self.id = id
            self.name = name
            self.link = link
            self.cells = cells
            self.total = total
        }

        /// Where the total is computed step by step.
        package var how: Link { link.with(fragment: "how") }
    }

    package var frame: Frame
    package var name: String
    package var term: String
    package var size: LocalText
    package var isArchived: Bool
    package var mayChange: Bool
    package var mayRestore: Bool
    /// Of the class.
    package var base: Link
    /// Where a new class is made, from this one.
    package var copy: Link
    package var copied: String
    package var script: Link
    package var heads: [Head]
    package var rows: [Row]
    package var means: [String]
    package var classMean: String
    package var figures: ClassFigures
    /// Under which the browser keeps what could not be sent yet: of one admin and one class.
    package var store: String
    /// How marks are typed, a line for each: the letter, and the folded spellings, separated by bars.
    package var spelled: String

    package init(
        frame: Frame, name: String, term: String, size: LocalText, isArchived: Bool, mayChange: Bool, mayRestore: Bool,
        base: Link, copy: Link, copied: String, script: Link, heads: [Head], rows: [Row], means: [String],
        classMean: String, figures: ClassFigures, store: String,
        spelled: String
    ) {
        self.frame = frame
        self.name = name
        self.term = term
        self.size = size
        self.isArchived = isArchived
        self.mayChange = mayChange
        self.mayRestore = mayRestore
        self.base = base
        self.copy = copy
        self.copied = copied
        self.script = script
        self.heads = heads
        self.rows = rows
        self.means = means
        self.classMean = classMean
        self.figures = figures
        self.store = store
        self.spelled = spelled
    }

    /// A class of a term that is over is copied to the next one.
    package var mayCopy: Bool { mayChange || mayRestore }
    package var edit: Link { "\(base)/edit" }
    package var cells: Link { "\(base)/cells" }
    package var figuresOf: Link { "\(base)/figures" }
    package var attendance: Link { "\(base)/attendance" }
    package var files: Link { "\(base)/files" }
    package var links: Link { "\(base)/links" }
    package var archive: Link { "\(base)/archive" }
    package var restore: Link { "\(base)/archive/end" }
    package var addStudents: Link { "\(base)/students" }
    package var addAssignment: Link { "\(base)/assignments/new" }
    package var copyLink: Link { copy.with(query: [("copy", copied)]) }

    package static var sample: GradeTablePage {
        GradeTablePage(
            frame: .sample("Biology \"9B\"", at: "tenants"), name: "Biology \"9B\" <x>", term: "Autumn 2026",
            size: Strings.gradebook_students_count(count: 2), isArchived: false, mayChange: true, mayRestore: false,
            base: "/t/gradely/classes/1", copy: "/t/gradely/classes/new", copied: "1", script: "/assets/grades.js",
            heads: [
                Head(
                    id: "1", name: "Essay <1>", link: "/t/gradely/classes/1/assignments/1",
                    detail: Strings.gradebook_of_on(points: "20", day: "12 Sep"))
            ],
            rows: [
                Row(
                    id: "1", name: "Adams, \"Ruth\"", link: "/t/gradely/classes/1/students/1",
                    cells: [Cell(text: "18", version: 1, look: "")],
                    total: Total(percent: "90.0%", tenths: "900", letter: "A", isOverridden: false)),
                Row(
                    id: "2", name: "فرهادی، سارا", link: "/t/gradely/classes/1/students/2",
                    cells: [Cell(text: "EX", version: 2, look: "excused")],
                    total: Total(percent: "—", tenths: "", letter: "", isOverridden: true)),
            ], means: ["18.0"], classMean: "90.0%", figures: .sample, store: "1/1",
            spelled: "EX|ex|e\nM|m")
    }

    package static var sampleEmpty: GradeTablePage {
        var page = sample
        (page.rows, page.figures.facts, page.isArchived, page.mayChange, page.mayRestore) = ([], [], true, false, true)
        return page
    }
}
