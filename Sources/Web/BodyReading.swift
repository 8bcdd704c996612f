import HTTPTypes
import Hummingbird
import NIOCore

/// Reads the body of a request: at most what the route allows, large bodies only from a client with permission, and
/// only while the budget has room.
struct BodyReading: Sendable {
    enum Problem: Error { case tooLong }

    /// The bytes that one request has taken from the budgets. They are given back when its response is made.
    struct Share {
        fileprivate var small = 0
        fileprivate var large = 0
        fileprivate let network: AddressRange?
    }

    private let limits: ServerLimits
    private let small: BodyBudget
    private let large: BodyBudget

    init(_ limits: ServerLimits) {
        self.limits = limits
        small = BodyBudget(limits.smallBodies)
        large = BodyBudget(limits.largeBodies)
    }

    func share(of web: WebRequest) -> Share { Share(network: AddressRange.network(of: web.address)) }

    func giveBack(_ share: Share) {
        small.giveBack(share.small, of: share.network)
        large.giveBack(share.large, of: share.network)
    }

    /// If the client may not upload that much, the body stays empty and the route answers as it does for an empty
    /// body: mostly with a redirect to sign-in.
    func read(_ request: Request, into web: inout WebRequest, for route: WebServer.Route, _ share: inout Share)
        async throws
    {
        let announced = request.headers[.contentLength].flatMap { Int($0) }
        guard announced ?? 0 <= longest(of: route, isKnown: true) else { throw Problem.tooLong }
        let isForm = request.headers[.contentType]?.lowercased().hasPrefix("multipart/form-data") == true
        var isKnown = route.mayUpload == nil
        if !isKnown, announced ?? 0 > limits.smallBody || isForm && route.fileLimit > 0 {
            isKnown = await route.mayUpload?(web) == true
            if !isKnown, announced ?? 0 > limits.smallBody { return }
        }
        let fileLimit = isKnown ? route.fileLimit : 0
        var form = MultipartReader(contentType: request.headers[.contentType], fileLimit: fileLimit)
        let isMultipart = form != nil
        var body: [UInt8] = []
        var count = 0
        for try await chunk in request.body {
            count += chunk.readableBytes
            if count > limits.smallBody, !isKnown {
                isKnown = await route.mayUpload?(web) == true
                if !isKnown { return }
            }
            guard count <= longest(of: route, isKnown: isKnown) else { throw Problem.tooLong }
            // The content of a file that is too long is dropped, so it costs no more memory than one that is not.
            if fileLimit == 0 || count <= fileLimit + MultipartReader.fieldLimit {
                try take(chunk.readableBytes, behind: count - chunk.readableBytes, &share)
            }
            if isMultipart { try form?.read(chunk) } else { body += chunk.readableBytesView }
        }
        if isMultipart { web.multipart = try form?.finish() } else { web.body = body }
    }

    private func longest(of route: WebServer.Route, isKnown: Bool) -> Int {
        if !isKnown { return limits.smallBody }
        return route.fileLimit > 0 ? limits.longestBody : route.bodyLimit
    }

    private func take(_ bytes: Int, behind before: Int, _ share: inout Share) throws {
        let toSmall = min(bytes, max(0, limits.smallBody - before))
        if toSmall > 0 {
            try small.take(toSmall, for: share.network)
            share.small += toSmall
        }
        if bytes > toSmall {
            try large.take(bytes - toSmall, for: share.network)
            share.large += bytes - toSmall
        }
    }
}
