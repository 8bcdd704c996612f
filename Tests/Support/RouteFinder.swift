import Console
import HTTPTypes
import Synchronization

/// Finds the route of a request as the server's own router does: the one with the most literal segments wins.
struct RouteFinder: Sendable {
    private struct Shape: Hashable {
        let method: HTTPRequest.Method
        let segments: Int
    }

    private struct Candidate {
        let route: Route
        let pattern: [Substring]
    }

    private let candidates: [Shape: [Candidate]]

    /// Every test has a console of its own with the same hundreds of routes; without optimisation their splitting is
    /// a third of the tests' time.
    private static let patterns = Mutex<[String: [Substring]]>([:])

    init(_ routes: [Route]) {
        var candidates: [Shape: [Candidate]] = [:]
        Self.patterns.withLock { known in
            for route in routes {
                let pattern = known[route.pattern] ?? route.pattern.split(separator: "/")
                known[route.pattern] = pattern
                candidates[Shape(method: route.method, segments: pattern.count), default: []]
                    .append(Candidate(route: route, pattern: pattern))
            }
        }
        self.candidates = candidates
    }

    /// Returns the route and what its pattern's variables stand for.
    func find(_ method: HTTPRequest.Method, _ path: String) -> (Route, [String: String])? {
        let segments = path.split(separator: "/")
        var best: (route: Route, parameters: [String: String])?
        for candidate in candidates[Shape(method: method, segments: segments.count)] ?? [] {
            guard let parameters = Self.parameters(of: segments, in: candidate.pattern) else { continue }
            if parameters.count < best?.parameters.count ?? .max { best = (candidate.route, parameters) }
        }
        return best
    }

    private static func parameters(of segments: [Substring], in pattern: [Substring]) -> [String: String]? {
        var parameters: [String: String] = [:]
        for (wanted, given) in zip(pattern, segments) {
            if wanted.first == ":" {
                parameters[String(wanted.dropFirst())] = String(given)
            } else if wanted != given {
                return nil
            }
        }
        return parameters
    }
}
