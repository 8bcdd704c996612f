import HTML

/// What one feature has to say on the home page.
package enum HomePart: Sendable {
    /// Something is not as it mostly is: above everything else.
    case notice(HomeNotice)
    /// Waits for somebody.
    case task(HomeTask)
    /// More that waits, below the tasks; the link leads to all of it.
    case waiting(any Page, label: LocalText, link: Link)
    case number(Number)
    /// A `<section class="card">` in the wide column.
    case main(any Page)
    /// A `<section class="card">` in the narrow column.
    case aside(any Page)
}
