/// A whole page, as an action returns it.
package typealias Page = Template & Sendable

/// A page of something that moves: it is asked for again by itself after so many seconds, also without a script.
package protocol Refreshing {
    var refreshSeconds: Int { get }
}
