import Foundation

/// The names of the settings. A variable whose name is misspelt would silently leave a default in place, so whoever
/// starts the server is told of each name that is none.
enum SettingNames {
    /// What the program reads.
    static let ofProgram: Set<String> = [
        "ROOST_ALLOW_PLAIN_HTTP", "ROOST_APP_STORE_ROOTS_FILE", "ROOST_ARCHIVES", "ROOST_CARD_URL", "ROOST_CHECKPOINTS",
        "ROOST_CHECKPOINTS_TOKEN_FILE", "ROOST_CONNECTIONS", "ROOST_CONNECTIONS_PER_ADDRESS", "ROOST_DATA",
        "ROOST_ERASED", "ROOST_GOOGLE_KEYS_URL", "ROOST_GOOGLE_PLAY_URL", "ROOST_GOOGLE_TOKEN_URL", "ROOST_IMAGES_IN",
        "ROOST_IMAGE_STORE", "ROOST_IMAGE_STORE_KEY", "ROOST_IMAGE_STORE_REGION", "ROOST_IMAGE_STORE_SECRET_FILE",
        "ROOST_INNER_ISSUERS", "ROOST_ISSUER_ROOTS_FILE", "ROOST_LISTEN", "ROOST_LOG_LEVEL", "ROOST_MAIL_FROM",
        "ROOST_MASTER_KEY_FILE", "ROOST_METRICS_LISTEN", "ROOST_METRICS_TOKEN_FILE", "ROOST_OWNER_URL",
        "ROOST_PROXY_HEADER", "ROOST_SMTP", "ROOST_SMTP_CA_FILE", "ROOST_SMTP_PASSWORD_FILE", "ROOST_SMTP_USER",
        "ROOST_TLS_CERTIFICATE", "ROOST_TLS_KEY", "ROOST_TRUSTED_PROXIES", "ROOST_URL", "ROOST_USER",
    ]

    /// What the scripts beside it read, which pass their environment on: those that run, build, measure and test it.
    private static let ofScripts: Set<String> = [
        "ROOST_ACTS", "ROOST_ADMIN_EMAIL", "ROOST_BINARY", "ROOST_BUILD", "ROOST_DEMO_USERS", "ROOST_FULL",
        "ROOST_FUZZ", "ROOST_LOG", "ROOST_OPEN", "ROOST_PICTURES", "ROOST_TEST_LOG",
    ]

    struct Unknown: Equatable {
        var name: String
        /// nil if none is near.
        var nearest: String?

        var words: String {
            let said = "\(name) is no setting, so it changes nothing"
            return nearest.map { "\(said); did you mean \($0)?" } ?? said
        }
    }

    static func unknown(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> [Unknown] {
        environment.keys.filter { name in
            name.hasPrefix("ROOST_") && !ofProgram.contains(name) && !ofScripts.contains(name)
                && !["ROOST_BENCH_", "ROOST_FAULTS_"].contains(where: name.hasPrefix) && !isOfKubernetes(name)
        }.sorted().map { Unknown(name: $0, nearest: nearest($0)) }
    }

    /// Kubernetes gives each container such variables for every service: for one called `roost`, `ROOST_SERVICE_HOST` and
    /// `ROOST_PORT_8080_TCP_ADDR`.
    private static func isOfKubernetes(_ name: String) -> Bool {
        name.wholeMatch(of: /.*_SERVICE_(HOST|PORT)(_.*)?/) != nil
            || name.wholeMatch(of: /.*_PORT(_[0-9]+_(TCP|UDP|SCTP)(_.*)?)?/) != nil
    }

    /// The known name that takes the fewest changes of a letter, if they are at most a third of its own letters.
    private static func nearest(_ name: String) -> String? {
        let typed = Array(name.uppercased().utf8)
        let found = ofProgram.map { (name: $0, changes: changes(typed, Array($0.utf8))) }
            .min { ($0.changes, $0.name) < ($1.changes, $1.name) }
        return found.flatMap { $0.changes <= max(1, ($0.name.utf8.count - 6) / 3) ? $0.name : nil }
    }

    /// The Levenshtein distance.
    private static func changes(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var row = Array(0...b.count)
        for (i, left) in a.enumerated() {
            var corner = row[0]
            row[0] = i + 1
            for (j, right) in b.enumerated() {
                let above = row[j + 1]
                row[j + 1] = left == right ? corner : 1 + min(corner, above, row[j])
                corner = above
            }
        }
        return row[b.count]
    }
}
