import HTML

/// To the address of an account: that one can sign in to it in another way than before.
package struct SignInsChangedMailPage: MailPage {
    package var name: String
    package var tenant: String

    package init(name: String, tenant: String) {
        self.name = name
        self.tenant = tenant
    }

    package var title: LocalText { Strings.mail_sign_ins_changed_subject(tenant: tenant) }
    package var greeting: LocalText? { name.isEmpty ? nil : Strings.mail_greeting(name: name) }
    package var advice: LocalText { Strings.mail_sign_ins_changed(tenant: tenant) }

    /// The same for those who read mail as text.
    package func text(in language: Language) -> String {
        [greeting, advice].compactMap { $0?.resolve(in: language) }.joined(separator: "\n\n") + "\n"
    }

    package static var sample: SignInsChangedMailPage {
        SignInsChangedMailPage(name: "Zoë \"<b>\" & Co", tenant: "FitPact \"EU\" & Söhne")
    }
}
