import ArgumentParser
import Console
import Core

struct RoutesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes", abstract: "Print every route and who may use it.")

    func run() {
        for route in ConsoleApplication.declarations.routes {
            let who =
                switch route.access {
                case .open, .everybody, .hosted: "anybody"
                case .signedIn: "signed in"
                case .operators: "operators"
                case .tenant(let permission): permission.id
                case .user: "user"
                case .service(.anyKey): "any key"
                case .service(.scope(let scope)): "key: \(scope.id)"
                }
            let method = route.method.rawValue.padding(6)
            Terminal.say(
                "\(method) \(route.pattern.padding(44)) \(who)\(route.isStepUp ? ", code asked for again" : "")"
            )
        }
    }
}

extension String {
    fileprivate func padding(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
