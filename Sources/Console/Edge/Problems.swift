import HTML
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

extension Console {
    /// Returns the page for an unhandled error: its meaning for the admin and a reference, never the cause.
    package func problem(for error: any Error, _ request: WebRequest) -> WebResponse {
        switch error {
        case let refusal as Refusal: return problem(refusal, request, nil)
        case let problem as ObjectStore.Problem:
            services.logger.error(
                "image", metadata: ["request": "\(request.id)", "path": "\(request.path)", "cause": "\(problem)"])
            return Self.problem(
                request, .serviceUnavailable, services,
                words: (Strings.problem_picture_away, Strings.problem_picture_away_advice)
            )
            .retry(after: 10)
        default: return Self.failure(error, request, services)
        }
    }

    package func problem(_ refusal: Refusal, _ request: WebRequest, _ actor: Actor?) -> WebResponse {
        switch refusal {
        case .notFound: problem(request, .notFound, actor)
        case .notAllowed, .lacks: problem(request, .forbidden, actor)
        case .oldPage:
            Self.problem(
                request, .forbidden, services, actor, words: (Strings.problem_old_page, Strings.problem_old_page_advice)
            )
        case .form, .changed, .unchanged: problem(request, .badRequest, actor)
        case .lastOwner:
            Self.problem(
                request, .conflict, services, actor,
                words: (Strings.problem_last_owner, Strings.problem_last_owner_advice))
        case .unwatched:
            Self.problem(
                request, .serviceUnavailable, services, actor,
                words: (Strings.problem_unwatched, Strings.problem_unwatched_advice))
        case .needsSecondAdmin:
            Self.problem(
                request, .forbidden, services, actor,
                words: (Strings.problem_second_admin, Strings.problem_second_admin_advice))
        case .lastOperator:
            Self.problem(
                request, .conflict, services, actor,
                words: (Strings.problem_last_operator, Strings.problem_last_operator_advice))
        }
    }

    /// Returns the page for a problem of the database as a whole: what it is, a reference, and a button to try again.
    package static func trouble(
        _ trouble: DatabaseTrouble, _ error: any Error, _ request: WebRequest, _ services: Services
    ) -> WebResponse {
        // Metrics count overload: a log line for each request would add to it.
        switch error {
        case DatabaseError.exhausted, DatabaseError.shareInUse: break
        default: services.logger.error("database", metadata: ["request": "\(request.id)", "cause": "\(error)"])
        }
        return problem(
            request, trouble.status, services, words: trouble.words, again: again(request), trouble: trouble
        )
        .retry(after: trouble.retryAfterSeconds)
    }

    /// The same for responses made outside a route's transaction; the cause goes to the log.
    package static func failure(_ error: any Error, _ request: WebRequest, _ services: Services) -> WebResponse {
        if let trouble = DatabaseTrouble(error) { return Self.trouble(trouble, error, request, services) }
        if error is WorkGate.Refusal { return busy(request, services) }
        // The client has disconnected: nobody reads this response.
        if error is CancellationError { return problem(request, .serviceUnavailable, services) }
        services.logger.error("request failed", metadata: ["request": "\(request.id)", "cause": "\(error)"])
        return problem(request, .internalServerError, services)
    }

    /// No processor core is free at the moment.
    package static func busy(_ request: WebRequest, _ services: Services) -> WebResponse {
        trouble(.busy, DatabaseError.exhausted, request, services)
    }

    private static func ownLink(_ request: WebRequest) -> Link {
        Link(segments: request.path.split(separator: "/").map(String.init))
    }

    /// Returns nil if the request can't be repeated from a page: it has a file, or a secret, which must not appear in
    /// a page.
    private static func again(_ request: WebRequest) -> TryAgain? {
        let here = ownLink(request).with(query: request.query.items.map { ($0.name, $0.value) })
        if request.method == .get { return TryAgain(action: here) }
        let items = request.form.items
        let isSecret = items.contains { item in
            ["password", "secret", "code"].contains { item.name.contains($0) }
        }
        guard request.method == .post, request.multipart == nil, !items.isEmpty, !isSecret else { return nil }
        return TryAgain(action: here, isForm: true, hidden: items.map { HiddenValue($0.name, $0.value) })
    }

    package func problem(_ request: WebRequest, _ status: HTTPResponse.Status, _ actor: Actor? = nil) -> WebResponse {
        Self.problem(request, status, services, actor)
    }

    package static func problem(
        _ request: WebRequest, _ status: HTTPResponse.Status, _ services: Services, _ actor: Actor? = nil,
        words: (heading: StringKey, advice: StringKey)? = nil, again: TryAgain? = nil, trouble: DatabaseTrouble? = nil
    ) -> WebResponse {
        if request.path == "/v1" || request.path.hasPrefix("/v1/") {
            return (trouble.map { ServiceProblem.database($0) } ?? .other(status)).response(to: request)
        }
        let (heading, advice) = words ?? Self.words(status)
        let language = actor?.language ?? OpenPages.language(of: request)
        // Strangers read what is public: no link leads them to the admins' sign-in.
        let isPublic = request.path.hasPrefix("/public/")
        let back: Link = actor.map { $0.tenant.isInstallation ? "/tenants" : "/t/\($0.tenant.slug)" } ?? "/"
        let page = ProblemPage(
            frame: OpenPages.frame(
                LocalText(heading), here: isPublic ? ownLink(request) : back, language: language, services),
            heading: LocalText(heading),
            advice: LocalText(advice), reference: request.id, back: isPublic ? nil : back, again: again)
        return .page(page, in: language, status: status)
    }

    private static func words(_ status: HTTPResponse.Status) -> (heading: StringKey, advice: StringKey) {
        switch status.code {
        case 400: (Strings.problem_bad_request, Strings.problem_bad_request_advice)
        case 403: (Strings.problem_not_allowed, Strings.problem_not_allowed_advice)
        case 404: (Strings.problem_not_found, Strings.problem_not_found_advice)
        case 405: (Strings.problem_wrong_method, Strings.problem_wrong_method_advice)
        case 409: (Strings.problem_changed, Strings.problem_changed_advice)
        case 413: (Strings.problem_too_large, Strings.problem_too_large_advice)
        case 503: (Strings.problem_busy, Strings.problem_busy_advice)
        default: (Strings.problem_failed, Strings.problem_failed_advice)
        }
    }
}
