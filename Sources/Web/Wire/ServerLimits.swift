/// What one client, and all of them together, may take of the server. The figures are SECURITY.md's.
package struct ServerLimits: Sendable {
    /// Connections in all.
    package var connections = 10_000
    /// From one network: an address of IPv4, a /64 of IPv6. Trusted proxies are not counted, since everybody comes by them.
    package var connectionsPerNetwork = 200
    /// Requests whose answer has not begun. More are told to come again before anything is done for them: what the database's
    /// lane holds, and as much again.
    package var requestsUnderWay = 1_024

    /// From a connection's or a head's first byte to the head's last, in seconds.
    package var headSeconds = 10
    /// A body may take so long, and a second more for every `bytesPerSecond` of it that came.
    package var bodySeconds = 30
    /// How long an answer may wait for its reader, refilled by a second for every `bytesPerSecond` that were taken.
    package var answerSeconds = 60
    package var bytesPerSecond = 16_384
    /// Between two requests of a connection.
    package var idleSeconds = 60
    /// For the client to close what the server has closed.
    package var lingerSeconds = 5
    /// What is under way gets so long when the server stops.
    package var stopSeconds = 10

    /// A body up to here is read of anybody; a longer one only of whom its route knows.
    package var smallBody = 65_536
    /// No body is read further than this, not even to be forgotten: the longest file a route takes, and the form around it.
    package var longestBody = 36_700_160
    /// Bytes of bodies in memory, all requests together: the first `smallBody` of each, and what lies behind.
    package var smallBodies = 67_108_864
    package var largeBodies = 268_435_456

    package init() {}
}
