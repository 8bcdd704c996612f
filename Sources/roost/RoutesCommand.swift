import ArgumentParser
import Console
import Core
import JSON

struct RoutesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes", abstract: "Print every route and who may use it.")

    @Flag(help: "As JSON Lines, with the place and the page of the guide of each, and what it answers.")
    var json = false

    func run() {
        let routes = ConsoleApplication.declarations.routes
        for route in routes {
            guard !json else {
                Terminal.say(String(decoding: Self.object(route).bytes, as: UTF8.self))
                continue
            }
            let method = route.method.rawValue.padding(6)
            Terminal.say(
                "\(method) \(route.pattern.padding(44)) \(Self.who(route))\(route.isStepUp ? ", code asked for again" : "")"
            )
        }
    }

    private static func who(_ route: Route) -> String {
        switch route.access {
        case .open, .everybody, .hosted: "anybody"
        case .signedIn: "signed in"
        case .operators: "operators"
        case .tenant(let permission): permission.id
        case .user: "user"
        case .service(.anyKey): "any key"
        case .service(.scope(let scope)): "key: \(scope.id)"
        }
    }

    private static func object(_ route: Route) -> JSONText {
        .object([
            ("method", .string(route.method.rawValue)), ("pattern", .string(route.pattern)),
            ("who", .string(who(route))), ("stepUp", .bool(route.isStepUp)), ("place", .string(place(route))),
            ("topic", route.topic.map { .string($0) } ?? .null), ("answers", .string(answers(route))),
        ])
    }

    private static func place(_ route: Route) -> String {
        switch route.place {
        case .installation: "installation"
        case .everyTenant: "every tenant"
        case .people: "people"
        case .kind(let id): id
        }
    }

    /// The kind of response, as far as the action's type shows it; for open routes only the response itself does.
    private static func answers(_ route: Route) -> String {
        switch route.work {
        case .reading(let reading): answers(reading)
        case .changing: "change"
        case .streaming: "file"
        case .service: "data"
        case .publicly, .hosted, .open: "open"
        }
    }

    private static func answers<Kind: Reading>(_ reading: Kind.Type) -> String {
        if Kind.Answer.self == JSONText.self { return "data" }
        return Kind.Answer.self == Served.self || Kind.Answer.self == (Served, AuditEvent).self ? "file" : "page"
    }
}

extension String {
    fileprivate func padding(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
