import Console
import HTML
import Postgres
import Templates
import Web

/// The API keys with which programs call the service API.
package struct APIKeysFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { .keys }
    package var findSources: [FindSource] {
        [
            FindSource(
                Strings.menu_keys, icon: "key", needs: .seeKeys, label: "api_keys.name", path: "'keys/' || api_keys.id",
                from: "api_keys", text: "api_keys.name")
        ]
    }
    package var permissions: [Permission] { Permission.ofKey }
    package var auditActions: [AuditAction] { AuditAction.ofKey }
    package var objectKinds: [ObjectKind] { [.key] }
    package var homeCards: [any HomeCard.Type] { [EndingKeysCard.self] }
    package var lists: [ListDeclaration] { [KeyList.list] }
    package var auditFields: [AuditField] { KeyWords.fields.map { AuditField($0.name, $0.label, of: .key) } }

    package var menu: [MenuEntry] {
        [MenuEntry(.safety, Strings.menu_keys, icon: "key", path: "keys", needs: .seeKeys)]
    }

    package var routes: [Route] {
        Route.list(KeyList.self, needs: .seeKeys) + [
            .get("keys/new", needs: .manageKeys, ShowNewKey.self),
            .post("keys", needs: .manageKeys, CreateKey.self).stepUp,
            .get("keys/:key", needs: .seeKeys, ShowKey.self),
            // Disabling a leaked key requires no step-up authentication, and can be undone.
            .post("keys/:key/suspension", needs: .manageKeys, DisableKey.self),
            .post("keys/:key/suspension/end", needs: .manageKeys, EnableKey.self).stepUp,
            .post("keys/:key/rotation", needs: .manageKeys, RotateKey.self).stepUp,
            .post("keys/:key/deletion", needs: .manageKeys, DeleteKey.self).stepUp,
        ]
    }
}
