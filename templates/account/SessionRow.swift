import HTML

/// A place where one is signed in.
package struct SessionRow: Sendable {
    package var agent: String
    package var address: String
    package var lastUsed: String
    package var isThis: Bool
    package var end: Link

    package init(agent: String, address: String, lastUsed: String, isThis: Bool, end: Link) {
        self.agent = agent
        self.address = address
        self.lastUsed = lastUsed
        self.isThis = isThis
        self.end = end
    }
}
