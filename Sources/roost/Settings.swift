import Console
import Core
import Glibc
import Logging
import Mail
import Postgres
import Web

/// The settings from the environment.
struct Settings: Sendable {
    /// nil for the embedded PostgreSQL.
    var databaseURL: String?
    /// The login of the schema's owner, for `roost migrate` and the commands that need it. A server needs none.
    var ownerURL: String?
    /// The user as whom a server with an external database continues, if root starts it.
    var user: String?
    var data: String
    var host: String
    var port: Int
    var keyFile: String?
    var certificate: String?
    var privateKey: String?
    /// The edge: addresses, proxies and limits.
    var edge: EdgeSettings
    /// A directory, or a URL that accepts files by PUT.
    var checkpoints: String
    /// nil if no mail is sent.
    var mail: MailSender?
    /// nil if images stay in the database.
    var imageStore: ImageStore?
    /// Access to payment providers.
    var providers: ProviderAccess
    /// How providers of identities are reached.
    var identities: IdentityAccess
    /// Holds the token that the URL wants.
    var checkpointsTokenFile: String?
    /// The list of erased users: if older data is restored, they are erased again.
    var erased: ErasedPeople
    /// The directory for archived audit events.
    var archives: String
    /// The server archives automatically if there is exactly one place for it: with the private database, or if
    /// ROOST_ARCHIVES names one. Several servers with a directory each would scatter the pieces.
    var archivesByItself: Bool

    static func read() throws -> Settings {
        let listen = variable("ROOST_LISTEN") ?? "127.0.0.1:8080"
        let (host, port) = try EdgeSettings.listen(listen, "ROOST_LISTEN")
        let edge = try EdgeSettings.read(variable)
        try edge.refuseSameAddress(host, port)
        let data = try dataDirectory()
        let certificate = variable("ROOST_TLS_CERTIFICATE")
        let privateKey = variable("ROOST_TLS_KEY")
        guard (certificate == nil) == (privateKey == nil) else {
            throw Failure("ROOST_TLS_CERTIFICATE and ROOST_TLS_KEY go together: set both or none")
        }
        return Settings(
            databaseURL: variable("DATABASE_URL"), ownerURL: variable("ROOST_OWNER_URL"), user: variable("ROOST_USER"),
            data: data, host: host, port: port,
            keyFile: variable("ROOST_MASTER_KEY_FILE"), certificate: certificate, privateKey: privateKey,
            edge: edge,
            checkpoints: variable("ROOST_CHECKPOINTS") ?? data + "/checkpoints", mail: try mail(),
            imageStore: try imageStore(), providers: try providers(), identities: try identities(),
            checkpointsTokenFile: variable("ROOST_CHECKPOINTS_TOKEN_FILE"),
            erased: ErasedPeople(path: variable("ROOST_ERASED") ?? data + "/erased.list"),
            archives: variable("ROOST_ARCHIVES") ?? data + "/archives",
            archivesByItself: variable("DATABASE_URL") == nil || variable("ROOST_ARCHIVES") != nil)
    }

    /// The mail server, the sender, and the credentials for the server.
    private static func mail() throws -> MailSender? {
        guard let url = variable("ROOST_SMTP") else { return nil }
        let password = try variable("ROOST_SMTP_PASSWORD_FILE").map { try SecretSource.file($0) }
        guard
            let smtp = SMTP(
                url: url, user: variable("ROOST_SMTP_USER"), password: password,
                authority: variable("ROOST_SMTP_CA_FILE"))
        else {
            throw Failure(
                "ROOST_SMTP is “\(url)”, and must be smtp://HOST:PORT or smtps://HOST:PORT; the user belongs in ROOST_SMTP_USER, the password in a file named by ROOST_SMTP_PASSWORD_FILE"
            )
        }
        guard let from = variable("ROOST_MAIL_FROM").flatMap({ Mailbox($0) }) else {
            throw Failure(
                "ROOST_SMTP is set, so ROOST_MAIL_FROM must say who mails are from, like: Roost <roost@example.org>")
        }
        return MailSender(smtp: smtp, from: from)
    }

    /// The bucket, its credentials, and whether images are moved into it or back to the database.
    private static func imageStore() throws -> ImageStore? {
        let homes = ImageStore.Home.allCases.map(\.rawValue).joined(separator: " or ")
        let home = try variable("ROOST_IMAGES_IN").map { text in
            guard let home = ImageStore.Home(rawValue: text) else {
                throw Failure("ROOST_IMAGES_IN is “\(text)”, and must be \(homes)")
            }
            return home
        }
        guard let url = variable("ROOST_IMAGE_STORE") else {
            if home == .store {
                throw Failure(
                    "ROOST_IMAGES_IN is store, so ROOST_IMAGE_STORE must say which, like https://s3.example.org/bucket")
            }
            return nil
        }
        guard let keyID = variable("ROOST_IMAGE_STORE_KEY"), let file = variable("ROOST_IMAGE_STORE_SECRET_FILE") else {
            throw Failure(
                "ROOST_IMAGE_STORE is set, so ROOST_IMAGE_STORE_KEY must be the access key's id, and ROOST_IMAGE_STORE_SECRET_FILE a file with its secret"
            )
        }
        do {
            let objects = try ObjectStore(
                url: url, region: variable("ROOST_IMAGE_STORE_REGION") ?? "us-east-1", keyID: keyID,
                secret: try SecretSource.file(file))
            return ImageStore(objects, home: home ?? .store)
        } catch let fault as ObjectStore.Fault {
            throw Failure("\(fault)")
        }
    }

    /// The addresses of payment providers, if they are not the usual ones.
    private static func providers() throws -> ProviderAccess {
        var addresses = ProviderAccess.Addresses()
        if let url = variable("ROOST_CARD_URL") { addresses.card = url }
        if let url = variable("ROOST_GOOGLE_PLAY_URL") { addresses.googlePlay = url }
        if let url = variable("ROOST_GOOGLE_TOKEN_URL") { addresses.googleTokens = url }
        if let url = variable("ROOST_GOOGLE_KEYS_URL") { addresses.googleKeys = url }
        if let path = variable("ROOST_APP_STORE_ROOTS_FILE") { addresses.appleRoots = try SecretSource.whole(path) }
        do { return try ProviderAccess(addresses) } catch { throw Failure("\(error)") }
    }

    /// Issuers of the operator's own network, which tenants may name as well.
    private static func identities() throws -> IdentityAccess {
        let inner = variable("ROOST_INNER_ISSUERS")?.split(separator: ",").map { String($0).trimmingSpaces } ?? []
        let roots = try variable("ROOST_ISSUER_ROOTS_FILE").map { try SecretSource.whole($0) } ?? ""
        do { return IdentityAccess(reach: try OutsideReach(inner: inner, roots: roots)) } catch {
            throw Failure("\(error)")
        }
    }

    /// Where audit checkpoints go.
    func checkpointPlace() throws -> CheckpointPlace {
        let token = try checkpointsTokenFile.map { path in
            try SecretSource.file(path)
        }
        do { return try CheckpointPlace(checkpoints, token: token) } catch { throw Failure("\(error)") }
    }

    static func logLevel() throws -> Logger.Level {
        guard let text = variable("ROOST_LOG_LEVEL") else { return .info }
        let levels = [Logger.Level.debug, .info, .warning, .error]
        guard let level = levels.first(where: { $0.rawValue == text }) else {
            throw Failure(
                "ROOST_LOG_LEVEL is “\(text)”, and must be one of \(levels.map(\.rawValue).joined(separator: ", "))")
        }
        return level
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }

    private static func dataDirectory() throws -> String {
        if let given = variable("ROOST_DATA") {
            if given.hasPrefix("/") { return given }
            var buffer = [CChar](repeating: 0, count: 4096)
            guard getcwd(&buffer, buffer.count) != nil else {
                throw Failure("ROOST_DATA is relative and there is no current directory")
            }
            return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/"
                + given
        }
        // If Roost runs as root, PostgreSQL runs as another user, who can't access /root.
        if getuid() == 0 { return "/var/lib/roost" }
        guard let home = variable("HOME") else {
            throw Failure("neither ROOST_DATA nor HOME is set: say where the data belongs")
        }
        return home + "/.local/share/roost"
    }
}
