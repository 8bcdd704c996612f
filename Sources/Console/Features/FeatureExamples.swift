import HTTPTypes
import Postgres
import Secrets

/// Examples of a feature's requests, declared beside it: the tests that walk all routes and all tables use them.
package struct FeatureExamples: Sendable {
    /// Every route that accepts a form or a body. Routes that only read need no example.
    package let routes: [RouteExample]
    /// Makes the objects that addresses name. Together they add a row to every table of the feature.
    package let objects: [ObjectExample]
    /// By a catalogue's path, the fields of an example entry besides a name and a text.
    package let entries: [String: [String: String]]

    package init(
        routes: [RouteExample] = [], objects: [ObjectExample] = [], entries: [String: [String: String]] = [:]
    ) {
        self.routes = routes
        self.objects = objects
        self.entries = entries
    }
}

/// The values that an example may use.
package struct ExampleValues: Sendable {
    package let tenant: ID
    /// A user of the tenant, if it has users.
    package let user: ID
    /// A unique word. Every text of an object contains it, so that leaked data is found.
    package let word: String
    /// The `word` with which the objects in the address were made, for a form that names one of them; while they are
    /// made, it equals `word`.
    package let objectsWord: String
    /// The pattern of the route that will be called: an object may have to be in a state that the route requires.
    /// Empty if there is none.
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
        /// Empty for a write without a body.
        case json(String)
        /// A file as it is, of that media type.
        case file(type: String, [UInt8])
    }

    package let method: HTTPRequest.Method
    package let pattern: String
    /// Objects that the body names and the address does not: they are made before the call.
    package var objects: [String] = []
    package let body: @Sendable (ExampleValues) -> Body

    /// The path after the tenant's address, as on the route's own line.
    package static func post(
        _ path: String, about objects: [String] = [],
        form: @escaping @Sendable (ExampleValues) -> [(String, String)] = { _ in [] }
    ) -> RouteExample {
        RouteExample(method: .post, pattern: "/t/:tenant/\(path)", objects: objects) { .form(form($0)) }
    }

    /// For a route outside tenants; the path as on the route's own line.
    package static func post(
        outside path: String, form: @escaping @Sendable (ExampleValues) -> [(String, String)] = { _ in [] }
    ) -> RouteExample {
        RouteExample(method: .post, pattern: path) { .form(form($0)) }
    }

    /// For a route of the service API; the path as on the route's own line.
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

/// One object of a tenant, with everything that can belong to it.
package struct ObjectExample: Sendable {
    /// `plant` of `/t/:tenant/plants/:plant`.
    package let name: String
    /// Makes the object and returns its id.
    package let make: @Sendable (borrowing TenantTransaction, ExampleValues) throws -> ID

    package init(
        _ name: String, make: @escaping @Sendable (borrowing TenantTransaction, ExampleValues) throws -> ID
    ) {
        self.name = name
        self.make = make
    }
}
