import ArgumentParser

struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring the schema up to date. Forward only, under a lock.")

    func run() throws {
        let installation = try Installation.open(schema: .migrate)
        defer { installation.close() }
        Terminal.say("the schema is up to date")
    }
}
