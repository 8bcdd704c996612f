import HTTPTypes
import Postgres
import Secrets

/// How a feature is called, said beside it: the tests that walk all routes and all tables read it from here.
package struct FeatureExamples: Sendable {
    /// Every route that takes a form or a body. Those that only read need none.
    package let routes: [RouteExample]
    /// What the names in addresses stand for. Together they put a row into every table of the feature.
    package let objects: [ObjectExample]
    /// By a catalogue's path, what an entry of it says beside a name and a text.
    package let entries: [String: [String: String]]

    package init(
        routes: [RouteExample] = [], objects: [ObjectExample] = [], entries: [String: [String: String]] = [:]
    ) {
        self.routes = routes
        self.objects = objects
        self.entries = entries
    }
}

/// What an example may be about.
package struct ExampleValues: Sendable {
    package let tenant: ID
    /// Somebody of the tenant, if it holds people.
    package let user: ID
    /// Nothing else has it. Every text of an object holds it, so what leaks is found.
    package let word: String
    /// The `word` by which the objects in the address were made, for a form that names one of them; while they are made, the same.
    package let objectsWord: String
    /// Of the route that will be called: an object may have to be in a state that it wants. Empty when there is none.
    package let pattern: String
    /// As the installation does, for an object that holds something sealed.
    package let seal: @Sendable ([UInt8], AssociatedData) throws -> [UInt8]

    package init(
        tenant: ID, user: ID, word: String, objectsWord: String? = nil, pattern: String = "",
        seal: @escaping @Sendable ([UInt8], AssociatedData) throws -> [UInt8] = { bytes, _ in bytes }
    ) {
        self.seal = seal
        self.tenant = tenant
        self.user = user
        self.word = word
        self.objectsWord = objectsWord ?? word
        self.pattern = pattern
    }
}

/// A form or a body that the route accepts.
package struct RouteExample: Sendable {
    package enum Body: Sendable {
        /// Without the token.
        case form([(String, String)])
        /// Empty for a write that takes none.
        case json(String)
        /// A file as it is, of that media type.
        case file(type: String, [UInt8])
    }

    package let method: HTTPRequest.Method
    package let pattern: String
    /// Objects that the body names and the address does not: they are made before the call.
    package var objects: [String] = []
    package let body: @Sendable (ExampleValues) -> Body

    /// After the tenant's address, as on the route's own line.
    package static func post(
        _ path: String, about objects: [String] = [],
        form: @escaping @Sendable (ExampleValues) -> [(String, String)] = { _ in [] }
    ) -> RouteExample {
        RouteExample(method: .post, pattern: "/t/:tenant/\(path)", objects: objects) { .form(form($0)) }
    }

    /// Outside of tenants, as on the route's own line.
    package static func post(
        outside path: String, form: @escaping @Sendable (ExampleValues) -> [(String, String)] = { _ in [] }
    ) -> RouteExample {
        RouteExample(method: .post, pattern: path) { .form(form($0)) }
    }

    /// Of the service API, as on the route's own line.
    package static func service(
        _ method: HTTPRequest.Method, _ path: String, about objects: [String] = [],
        json: @escaping @Sendable (ExampleValues) -> String = { _ in "" }
    ) -> RouteExample {
        RouteExample(method: method, pattern: "/v1/\(path)", objects: objects) { .json(json($0)) }
    }

    /// The same, with a file for its body.
    package static func service(
        _ method: HTTPRequest.Method, _ path: String, about objects: [String] = [], type: String,
        file: @escaping @Sendable (ExampleValues) -> [UInt8]
    ) -> RouteExample {
        RouteExample(method: method, pattern: "/v1/\(path)", objects: objects) { .file(type: type, file($0)) }
    }
}

/// One thing of a tenant, with everything that can belong to it.
package struct ObjectExample: Sendable {
    /// `plant` of `/t/:tenant/plants/:plant`.
    package let name: String
    /// Makes it and returns its id.
    package let make: @Sendable (borrowing TenantTransaction, ExampleValues) throws -> ID

    package init(
        _ name: String, make: @escaping @Sendable (borrowing TenantTransaction, ExampleValues) throws -> ID
    ) {
        self.name = name
        self.make = make
    }
}
