import Crypto
import HTML
import Logging
import Postgres
import Sandbox
import Secrets
import Templates
import Web

/// What the console works with, made once at start-up and handed down; nothing is ambient.
package final class Services: Sendable {
    package let database: Database
    package let keyring: Keyring
    package let trail: AuditTrail
    package let hashGate: WorkGate
    /// That the process is to end.
    package let stop = StopSignal()
    /// Where uploaded pictures and workbooks are read.
    package let reading: ConfinedReading
    package let keys: InstallationKeys
    package let checkpoints = CheckpointWatch()
    package let readiness: Readiness
    package let touches: SessionTouches
    package let keyUses: KeyUses
    /// Changes in a tenant, any of which may wait for a second admin, by the pattern of their route.
    package let changes: [String: Route]
    /// Files of tenants' lists and reports, by their path.
    package let files: [String: OfferedFile]
    package let readings: ListReadings
    package let rails = MarkupCache<Actor.RailKey>()
    package let keyRates = RateLimits<ID>()
    package let keyGate: KeyGate
    /// Calls of users, by user and by network.
    package let userRates = RateLimits<ID>()
    package let userNetworks = RateLimits<String>()
    /// Failed calls of the service API, by network.
    package let failedKeys = RateLimits<String>()
    /// Calls of provider hooks that nobody signed, by network.
    package let failedHooks = RateLimits<String>()
    package let slugs = KnownSlugs()
    package let assets: AssetLinks
    /// How people reach the console, for links that are passed on: `https://roost.example.org`, without a slash at the end.
    package let address: String
    package let kinds: [any Kind]
    package let declarations: Declarations
    /// nil: no mail is sent, and one-time links are shown to who makes them.
    package let mail: MailSender?
    /// nil: pictures stay in the database.
    package let imageStore: ImageStore?
    package let metrics: Metrics
    package let logger: Logger
    private let caches: [ObjectIdentifier: any SharedCache]
    private let settings: [ObjectIdentifier: any FeatureSettings]

    /// `settings`: what the installation gives single features, each of its own type.
    package init(
        database: Database, keyring: Keyring, keys: InstallationKeys, assets: AssetLinks, address: String,
        kinds: [any Kind],
        declarations: Declarations, mail: MailSender? = nil, imageStore: ImageStore? = nil,
        settings: [any FeatureSettings] = [], reader: ConfinedProgram = .itself, metrics: Metrics, logger: Logger
    ) {
        reading = ConfinedReading(reader, logger: logger)
        self.mail = mail
        self.imageStore = imageStore
        self.database = database
        self.keyring = keyring
        self.keys = keys
        trail = AuditTrail(keyring: keyring)
        hashGate = WorkGate()
        keyGate = KeyGate(database: database)
        readiness = Readiness(database: database)
        touches = SessionTouches(database: database, logger: logger)
        keyUses = KeyUses(database: database, logger: logger)
        caches = Dictionary(
            declarations.caches.map { (ObjectIdentifier($0), $0.init(database: database, logger: logger)) }
        ) { first, _ in first }
        self.settings = Dictionary(settings.map { (ObjectIdentifier(type(of: $0)), $0) }) { first, _ in first }
        changes = Dictionary(
            declarations.routes.filter { $0.isChangeInTenant }.map { ($0.pattern, $0) }, uniquingKeysWith: { $1 })
        files = OfferedFile.all(declarations.routes)
        readings = ListReadings(trail: trail, keys: keys, database: database, logger: logger)
        self.assets = assets
        self.address = address
        self.kinds = kinds
        self.declarations = declarations
        self.metrics = metrics
        self.logger = logger
    }

    /// The cache of that class. One that no feature declares is made for this one call, and so caches nothing.
    package subscript<Kind: SharedCache>(_ type: Kind.Type) -> Kind {
        caches[ObjectIdentifier(type)] as? Kind ?? Kind(database: database, logger: logger)
    }

    /// Caches that write what they gather, as long as the process runs.
    package var buffers: [any Buffered] { caches.values.compactMap { $0 as? any Buffered } }

    /// nil where the installation gives none.
    package func setting<Settings: FeatureSettings>(_ type: Settings.Type) -> Settings? {
        settings[ObjectIdentifier(type)] as? Settings
    }

    /// What another process said on `roost_kept`: a cache's subject and a tenant. After a pause of the connection nobody knows what
    /// was missed, so words that say nothing empty all.
    package func received(_ words: String) {
        let parts = words.split(separator: " ").map(String.init)
        guard let subject = parts.first else {
            for cache in caches.values where type(of: cache).subject != nil { cache.invalidateAll() }
            return
        }
        for cache in caches.values where type(of: cache).subject == subject {
            if parts.count > 1, let tenant = ID(parts[1]) { cache.invalidate(tenant) } else { cache.invalidateAll() }
        }
    }

    /// Many rows changed at once: counts are made anew.
    package func forgetCounts() {
        for cache in caches.values where type(of: cache).subject == nil { cache.invalidateAll() }
    }

    package var totals: Totals { self[Totals.self] }
    package var views: SavedViews { self[SavedViews.self] }
    package var notices: ShellNotices { self[ShellNotices.self] }
    package var waiting: WaitingApprovals { self[WaitingApprovals.self] }

    package func kind(_ id: String) -> (any Kind)? { kinds.first { $0.id == id } }
}

/// Keys derived from the installation's data key, which the master key wraps.
package struct InstallationKeys: Sendable {
    package let csrf: SymmetricKey
    package let recoveryCodes: SymmetricKey
    package let attempts: SymmetricKey
    /// API keys are stored as their HMAC under this one.
    package let apiKeys: SymmetricKey
    /// Encrypts archives of the audit trail.
    package let archives: SymmetricKey
    /// Idempotency-Keys and what was sent under them, in place of the texts themselves.
    package let idempotency: SymmetricKey
    /// What rows of people's files mean, in place of the texts themselves.
    package let imports: SymmetricKey
    /// Mark the addresses of checkouts.
    package let checkouts: SymmetricKey
    /// Mark payers and what they pay with, in place of a provider's own words for them.
    package let payers: SymmetricKey
    /// Of users' accounts: one-time links by the job that mails them, browsers in which somebody has signed in.
    package let accounts: SymmetricKey
    package let checkpoints: Curve25519.Signing.PrivateKey
    /// Signs what strangers verify without an account: statements on a workspace's data, bundles that apps download.
    package let statements: Curve25519.Signing.PrivateKey
    /// Seals the values of tenants, and those of the installation, which are the second step's secrets.
    package let data: DataKeys
    /// What the others are derived from; it sealed every tenant's values once.
    package let root: DataKey

    /// `connect` signs in as the application.
    package init(
        _ root: DataKey, keyring: Keyring, heldSeconds: Int = 60, connect: @escaping @Sendable () throws -> Connection
    ) throws {
        self.root = root
        data = DataKeys(root: root, keyring: keyring, heldSeconds: heldSeconds, connect: connect)
        csrf = root.derived(for: .csrf)
        recoveryCodes = root.derived(for: .recoveryCodes)
        attempts = MAC.hkdf(root.derived(for: .csrf), info: "roost/1/attempts")
        apiKeys = root.derived(for: .apiKeys)
        archives = root.derived(for: .archives)
        idempotency = MAC.hkdf(root.derived(for: .apiKeys), info: "roost/1/idempotency")
        imports = MAC.hkdf(root.derived(for: .apiKeys), info: "roost/1/imports")
        checkouts = MAC.hkdf(root.derived(for: .csrf), info: "roost/1/checkouts")
        payers = MAC.hkdf(root.derived(for: .apiKeys), info: "roost/1/payers")
        accounts = MAC.hkdf(root.derived(for: .csrf), info: "roost/1/accounts")
        checkpoints = try root.checkpointSigner()
        statements = try root.signer(for: .statements)
    }

    /// The token of a form, bound to a session's or a door cookie's secret.
    package func csrfToken(for secret: String) -> String {
        Hex.encode(MAC.hmac(Array(secret.utf8), key: csrf).prefix(24))
    }

    package func isCSRFToken(_ token: String, for secret: String) -> Bool {
        constantTimeEqual(Array(token.utf8), Array(csrfToken(for: secret).utf8))
    }
}
