import HTML

/// A one-time link for the account of an app's user. Readers of mail load no style sheet, so it stands without one.
package struct AccountLinkMailPage: MailPage {
    package enum Words: Sendable {
        case signUp, password, email
        /// Somebody signs up with an address that has an account.
        case hasAccount
        /// Somebody signs in with an account that they have elsewhere.
        case identity
        /// The archive that somebody asked for is made.
        case archive
    }

    /// Empty where nobody is known by the address.
    package var name: String
    package var tenant: String
    /// The whole address.
    package var link: String
    package var what: Words

    package init(name: String, tenant: String, link: String, what: Words) {
        (self.name, self.tenant, self.link, self.what) = (name, tenant, link, what)
    }

    package var title: LocalText {
        switch what {
        case .signUp: Strings.mail_sign_up_subject(tenant: tenant)
        case .password: Strings.mail_password_subject(tenant: tenant)
        case .email: Strings.mail_address_subject(tenant: tenant)
        case .hasAccount: Strings.mail_has_account_subject(tenant: tenant)
        case .identity: Strings.mail_identity_subject(tenant: tenant)
        case .archive: Strings.mail_archive_subject(tenant: tenant)
        }
    }

    package var greeting: LocalText? { name.isEmpty ? nil : Strings.mail_greeting(name: name) }

    package var advice: LocalText {
        switch what {
        case .signUp: Strings.mail_sign_up(tenant: tenant)
        case .password: Strings.mail_password(tenant: tenant)
        case .email: Strings.mail_address(tenant: tenant)
        case .hasAccount: Strings.mail_has_account(tenant: tenant)
        case .identity: Strings.mail_identity(tenant: tenant)
        case .archive: Strings.mail_archive(tenant: tenant)
        }
    }

    package var label: LocalText {
        switch what {
        case .signUp: LocalText(Strings.accounts_finish)
        case .password, .hasAccount: LocalText(Strings.sign_in_choose_password_title)
        case .email: LocalText(Strings.accounts_confirm)
        case .identity: LocalText(Strings.accounts_identity_link)
        case .archive: LocalText(Strings.privacy_take_title)
        }
    }

    /// To be followed, where Roost is reached by TLS.
    package var button: Link? { Link(externalHTTPS: link) }

    /// The same for those who read mail as text.
    package func text(in language: Language) -> String {
        ([greeting, advice].compactMap { $0?.resolve(in: language) } + [
            link, LocalText(Strings.mail_not_you).resolve(in: language),
        ])
        .joined(separator: "\n\n") + "\n"
    }

    package static var sample: AccountLinkMailPage {
        AccountLinkMailPage(
            name: "Zoë \"<b>\" & Co", tenant: "FitPact \"EU\" & Söhne",
            link: "https://roost.example.org/accounts/fitpact/links/" + String(repeating: "aB3-", count: 10) + "xyz",
            what: .hasAccount)
    }
}
