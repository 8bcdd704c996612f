import Crypto
import HTML
import Logging
import Postgres
import Secrets
import Templates
import Web

/// What the console works with, made once at start-up and handed down; nothing is ambient.
package final class Services: Sendable {
    package let database: Database
    package let keyring: Keyring
    package let trail: AuditTrail
    package let hashGate: WorkGate
    /// Where uploaded pictures are read: one at a time, on a thread of its own.
    let imageGate = WorkGate(width: 1, waiting: 8)
    package let keys: InstallationKeys
    package let totals: Totals
    package let facets: UserFacets
    package let figures: HomeFigures
    package let views: SavedViews
    package let segments: Segments
    package let segmentSizes: SegmentSizes
    package let checkpoints = CheckpointWatch()
    package let notices: ShellNotices
    package let touches: SessionTouches
    package let keyUses: KeyUses
    package let waiting: WaitingApprovals
    let catalogues = CatalogueResponses()
    /// Changes in a tenant, any of which may wait for a second admin, by the pattern of their route.
    let changes: [String: Route]
    /// Files of tenants, by the pattern of their route.
    let files: [String: Route]
    package let readings: ListReadings
    let rails = MarkupCache<Actor.RailKey>()
    let userTools = MarkupCache<ListUsers.Above>()
    let userHeads = MarkupCache<ListUsers.Above>()
    let bulkActs = MarkupCache<BulkChoice.BulkActsKey>()
    let keyRates = RateLimits<ID>()
    let keyGate: KeyGate
    /// Failed calls of the service API, by address.
    let failedKeys = RateLimits<String>()
    let slugs = KnownSlugs()
    let zones = KnownZones()
    package let assets: AssetLinks
    /// How people reach the console, for links that are passed on:
    /// `https://roost.example.org`, without a slash at the end.
    package let address: String
    package let kinds: [any Kind]
    package let menu: [MenuEntry]
    package let shortcuts: [Shortcut]
    /// nil: no mail is sent, and one-time links are shown to who makes them.
    package let mail: MailSender?
    /// nil: pictures stay in the database.
    package let imageStore: ImageStore?
    let providers: ProviderAccess
    package let metrics: Metrics
    package let logger: Logger

    package init(
        database: Database, keyring: Keyring, keys: InstallationKeys, assets: AssetLinks, address: String,
        kinds: [any Kind],
        features: [any Feature], mail: MailSender? = nil, imageStore: ImageStore? = nil, providers: ProviderAccess,
        metrics: Metrics, logger: Logger
    ) {
        self.mail = mail
        self.imageStore = imageStore
        self.providers = providers
        self.database = database
        self.keyring = keyring
        self.keys = keys
        trail = AuditTrail(keyring: keyring)
        hashGate = WorkGate()
        keyGate = KeyGate(database: database)
        totals = Totals(database: database, logger: logger)
        facets = UserFacets(database: database, logger: logger)
        figures = HomeFigures(database: database, logger: logger)
        views = SavedViews(database: database, logger: logger)
        segments = Segments(database: database, logger: logger)
        segmentSizes = SegmentSizes(database: database, logger: logger)
        notices = ShellNotices(database: database, logger: logger)
        touches = SessionTouches(database: database, logger: logger)
        keyUses = KeyUses(database: database, logger: logger)
        waiting = WaitingApprovals(database: database, logger: logger)
        changes = Dictionary(
            features.flatMap(\.routes).filter { $0.isChangeInTenant }.map { ($0.pattern, $0) },
            uniquingKeysWith: { $1 })
        files = Dictionary(
            features.flatMap(\.routes).filter { $0.isFile && $0.pattern.hasPrefix("/t/:tenant/") }.map {
                ($0.pattern, $0)
            },
            uniquingKeysWith: { $1 })
        readings = ListReadings(trail: trail, database: database, logger: logger)
        self.assets = assets
        self.address = address
        self.kinds = kinds
        menu = features.flatMap(\.menu)
        shortcuts = features.flatMap(\.shortcuts)
        self.metrics = metrics
        self.logger = logger
    }

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
    package let checkpoints: Curve25519.Signing.PrivateKey
    /// Seals the second step's secrets.
    package let data: DataKey

    package init(_ data: DataKey) throws {
        self.data = data
        csrf = data.derived(for: .csrf)
        recoveryCodes = data.derived(for: .recoveryCodes)
        attempts = MAC.hkdf(data.derived(for: .csrf), info: "roost/1/attempts")
        apiKeys = data.derived(for: .apiKeys)
        archives = data.derived(for: .archives)
        idempotency = MAC.hkdf(data.derived(for: .apiKeys), info: "roost/1/idempotency")
        imports = MAC.hkdf(data.derived(for: .apiKeys), info: "roost/1/imports")
        checkouts = MAC.hkdf(data.derived(for: .csrf), info: "roost/1/checkouts")
        checkpoints = try data.checkpointSigner()
    }

    /// The token of a form, bound to a session's or a door cookie's secret.
    package func csrfToken(for secret: String) -> String {
        Hex.encode(MAC.hmac(Array(secret.utf8), key: csrf).prefix(24))
    }

    package func isCSRFToken(_ token: String, for secret: String) -> Bool {
        constantTimeEqual(Array(token.utf8), Array(csrfToken(for: secret).utf8))
    }
}
