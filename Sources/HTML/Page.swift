/// A whole page, as an action returns it.
package typealias Page = Template & Sendable

/// A page whose content changes: the browser reloads it after this many seconds, also without a script.
package protocol Refreshing {
    var refreshSeconds: Int { get }
}
