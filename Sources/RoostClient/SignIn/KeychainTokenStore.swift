#if canImport(Security)
    import Foundation
    import Security

    /// Stores tokens in the device's keychain: readable from the first unlock after a restart, and never copied to
    /// another device.
    public struct KeychainTokenStore: TokenStore {
        private let service: String
        private let account: String
        private let group: String?

        /// - Parameters:
        ///   - service: a name of the app's own, such as its bundle identifier.
        ///   - account: tells several sign-ins of one app apart.
        ///   - group: an access group; nil for the app's own.
        public init(service: String, account: String = "roost", group: String? = nil) {
            (self.service, self.account, self.group) = (service, account, group)
        }

        private var item: [CFString: Any] {
            var item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
                kSecUseDataProtectionKeychain: true,
            ]
            if let group { item[kSecAttrAccessGroup] = group }
            return item
        }

        public func load() throws -> Tokens? {
            var query = item
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = found as? Data else { throw KeychainFault(status: status) }
            return try? JSONDecoder().decode(Tokens.self, from: data)
        }

        public func save(_ tokens: Tokens) throws {
            let values: [CFString: Any] = [
                kSecValueData: try JSONEncoder().encode(tokens),
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status = SecItemUpdate(item as CFDictionary, values as CFDictionary)
            if status == errSecItemNotFound {
                status = SecItemAdd(item.merging(values) { _, new in new } as CFDictionary, nil)
            }
            guard status == errSecSuccess else { throw KeychainFault(status: status) }
        }

        public func remove() throws {
            let status = SecItemDelete(item as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw KeychainFault(status: status) }
        }
    }

    /// The keychain's error, as `SecCopyErrorMessageString` explains it.
    public struct KeychainFault: Error, Sendable {
        public let status: OSStatus
    }
#endif
