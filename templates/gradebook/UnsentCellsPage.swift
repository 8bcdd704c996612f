import HTML

/// The cells that wait in this browser, whatever became of their classes. The server knows none of them.
package struct UnsentCellsPage: Sendable {
    package var frame: Frame
    package var here: Link
    package var classes: Link
    package var script: Link
    /// Under which the browser keeps them: the admin's part of `GradeTablePage.store`.
    package var store: String

    package init(frame: Frame, here: Link, classes: Link, script: Link, store: String) {
        self.frame = frame
        self.here = here
        self.classes = classes
        self.script = script
        self.store = store
    }

    package static var sample: UnsentCellsPage {
        UnsentCellsPage(
            frame: .sample("Typed, but not saved", at: "tenants"), here: "/t/gradely/classes/unsent",
            classes: "/t/gradely/classes", script: "/assets/grades.js", store: "1/")
    }
}
