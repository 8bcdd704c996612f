import NIOCore

/// The limits of what one client, and all clients together, may use.
package struct ServerLimits: Sendable {
    /// Connections in total.
    package var connections = 10_000
    /// From one network: an IPv4 address, a /64 of IPv6. Connections of trusted proxies are not counted, since they
    /// carry the requests of all clients.
    package var connectionsPerNetwork = 200
    /// Requests that have arrived whole and whose response has not begun. The limit is the capacity of the database's
    /// lane, since a refusal by the lane costs a page. More are refused before any work is done for them.
    package var requestsUnderWay = 512
    /// So many are sent away in a second; the next wait for their turn, and so do their clients. However many come, and however
    /// soon again, sending away never takes more than a few hundredths of a core from those who are served.
    package var refusalsPerSecond = 1_000 * System.coreCount
    /// Who would wait longer than this for their refusal is cut off.
    package var refusalSeconds = 10

    /// Requests that a client of HTTP/1.1 may send on a connection before it has taken the answer to the one before; with more the
    /// connection is closed.
    package var earlyRequests = 100

    /// From the first byte of a connection or of a head to the last byte of the head, in seconds.
    package var headSeconds = 10
    /// The time for a body, plus a second for every `bytesPerSecond` of it that arrived.
    package var bodySeconds = 30
    /// How long a response may wait for its reader. Every `bytesPerSecond` that were read add a second.
    package var answerSeconds = 60
    package var bytesPerSecond = 16_384
    /// Between two requests of a connection.
    package var idleSeconds = 60
    /// The time for the client to close a connection that the server has closed.
    package var lingerSeconds = 5
    /// When the server stops, requests under way get this time.
    package var stopSeconds = 10

    /// A body up to this length is read from any client; a longer one only from a client with permission.
    package var smallBody = 65_536
    /// No body is read beyond this length, not even to discard it: the longest file that a route accepts, and the
    /// form around it.
    package var longestBody = 36_700_160
    /// Bytes of bodies in memory, of all requests together: the first `smallBody` bytes of each, and the rest.
    package var smallBodies = 67_108_864
    package var largeBodies = 268_435_456

    package init() {}
}
