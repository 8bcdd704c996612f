import Crypto
import HTML
import Logging
import Postgres
import Sandbox
import Secrets
import Templates
import Web

/// The services of the console, made once at start-up and passed down; nothing is ambient.
package final class Services: Sendable {
    package let database: Database
    package let keyring: Keyring
    package let trail: AuditTrail
    package let hashGate: WorkGate
    /// The signal that the process must stop.
    package let stop = StopSignal()
    /// Reads uploaded pictures and workbooks.
    package let reading: ConfinedReading
    package let keys: InstallationKeys
    package let checkpoints = CheckpointWatch()
    package let readiness: Readiness
    package let touches: SessionTouches
    package let keyUses: KeyUses
    /// The changes in a tenant, each of which may need a second admin, by the pattern of their route.
    package let changes: [String: Route]
    /// The files of tenants' lists and reports, by their path.
    package let files: [String: OfferedFile]
    package let readings: ListReadings
    package let rails = MarkupCache<Actor.RailKey>()
    package let keyRates = RateLimits<ID>()
    package let keyGate: KeyGate
    /// The limits for calls of users, by user and by network.
    package let userRates = RateLimits<UserOfTenant>()
    package let userNetworks = RateLimits<String>()
    /// Refreshed tokens, by session.
    package let refreshes = RateLimits<ID>()
    /// Calls of users with a file that is being read, or waits for it.
    package let filesOfUsers = UnderWay<UserOfTenant>()
    /// The same by tenant: the users of one never take all places in the queue of the reader that all users share.
    package let filesOfTenants = UnderWay<ID>()
    /// The changes of a day, by user and route.
    package let userChanges = RateLimits<UserChange>(seconds: 86_400)
    /// What users do to small things again and again.
    package let smallActs = RateLimits<SmallAct>()
    /// Failed calls of the service API, by network.
    package let failedKeys = RateLimits<String>()
    /// The limit for calls of provider hooks without a valid signature, by network.
    package let failedHooks = RateLimits<String>()
    package let slugs = KnownSlugs()
    package let holdersOf = KnownHolders()
    package let assets: AssetLinks
    /// The public address of the console, for links in mails and files: `https://roost.example.org`, without a
    /// trailing slash.
    package let address: String
    package let kinds: [any Kind]
    package let declarations: Declarations
    /// nil: no mail is sent, and one-time links are shown to the admin who creates them.
    package let mail: MailSender?
    /// nil: pictures are stored in the database.
    package let imageStore: ImageStore?
    package let metrics: Metrics
    package let logger: Logger
    private let caches: [ObjectIdentifier: any SharedCache]
    private let settings: [ObjectIdentifier: any FeatureSettings]

    /// `settings`: the installation's settings of single features, each of its own type.
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
        trail = AuditTrail(keyring: keyring, keys: keys)
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

    /// Returns the cache of that class. If no feature declares it, returns a new one for this call, which caches
    /// nothing.
    package subscript<Kind: SharedCache>(_ type: Kind.Type) -> Kind {
        caches[ObjectIdentifier(type)] as? Kind ?? Kind(database: database, logger: logger)
    }

    /// Caches that collect data and write it, as long as the process runs.
    package var buffers: [any Buffered] { caches.values.compactMap { $0 as? any Buffered } }

    /// nil if the installation has no such setting.
    package func setting<Settings: FeatureSettings>(_ type: Settings.Type) -> Settings? {
        settings[ObjectIdentifier(type)] as? Settings
    }

    /// Handles a message of another process on `roost_kept`: a cache's subject and a tenant. After a lost connection
    /// messages may have been missed, so an empty message invalidates all caches that have a subject.
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

    /// Invalidates counts after many rows changed at once.
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
    /// API keys are stored as HMACs with this key.
    package let apiKeys: SymmetricKey
    /// Encrypts archives of the audit trail.
    package let archives: SymmetricKey
    /// Hashes Idempotency-Keys and the requests sent with them, so that the texts themselves are not stored.
    package let idempotency: SymmetricKey
    /// Hashes what rows of imported files refer to, so that the texts themselves are not stored.
    package let imports: SymmetricKey
    /// Signs the addresses of checkouts.
    package let checkouts: SymmetricKey
    /// Hashes payers and their means of payment, so that a provider's own data is not stored.
    package let payers: SymmetricKey
    /// For users' accounts: derives one-time links in the job that mails them, and marks browsers in which a user has
    /// signed in.
    package let accounts: SymmetricKey
    /// Hashes the sealed values of audit trails, so that they are found by exact match.
    package let sealedValues: SymmetricKey
    package let checkpoints: Curve25519.Signing.PrivateKey
    /// Signs data that others verify without an account: statements on a workspace's data, bundles that apps
    /// download.
    package let statements: Curve25519.Signing.PrivateKey
    /// Seals the values of tenants, and those of the installation: the secrets of second factors.
    package let data: DataKeys
    /// The key from which the others are derived; earlier it sealed the values of all tenants.
    package let root: DataKey

    /// `connect` opens a connection as the application's role.
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
        sealedValues = MAC.hkdf(root.derived(for: .apiKeys), info: "roost/1/sealed-values")
        checkpoints = try root.checkpointSigner()
        statements = try root.signer(for: .statements)
    }

    /// Returns the token of a form, bound to the secret of a session or of the sign-in pages' cookie.
    package func csrfToken(for secret: String) -> String {
        Hex.encode(MAC.hmac(Array(secret.utf8), key: csrf).prefix(24))
    }

    package func isCSRFToken(_ token: String, for secret: String) -> Bool {
        constantTimeEqual(Array(token.utf8), Array(csrfToken(for: secret).utf8))
    }
}
