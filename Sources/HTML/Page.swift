/// A whole page, as an action returns it.
package typealias Page = Template & Sendable
