import Console
import HTML
import Postgres
import Templates
import Web

/// Makes ten new recovery codes. It requires a code of the second step.
struct MakeRecoveryCodes: Changing {
    let code: String
    let language: Language

    init(_ request: WebRequest) {
        code = request.form.trimmed("codes_code") ?? ""
        language = OpenPages.language(of: request)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let admin = try VerifiedCode.require(code, field: "codes_code", in: tx, by: actor, services)
        let codes = try RecoveryCodesAcrossTenants.replace(of: admin, keys: services.keys, in: tx)
        let page = RecoveryCodesPage(
            frame: OpenPages.frame(
                LocalText(Strings.sign_in_recovery_title), here: "/account", language: actor.language, services),
            codes: codes, token: RecoveryCodesAgain.token(codes, services), next: "/account")
        return Change(AuditEvent(.adminRecoveryCodesMade, on: .admin, admin, name: actor.name), next: .page(page))
    }
}

/// Removes the second step and redirects its owner to set up a new one; until then no other page works.
struct ReplaceSecondStep: Changing {
    let request: WebRequest

    init(_ request: WebRequest) { self.request = request }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let admin = try VerifiedCode.require(
            request.form.trimmed("step_code") ?? "", field: "step_code", in: tx, by: actor, services)
        let session = try NewSession.make(
            for: admin, stage: "enrol", replacing: actor.session?.tokenHash, request: request, in: tx)
        return Change(
            AuditEvent(.adminSecondStepChanged, on: .admin, admin, name: actor.name), next: .to("/sign-in/second-step"),
            cookies: [session.cookie])
    }
}

/// Changing one's own credentials requires a code of the second step.
enum VerifiedCode {
    /// `form` is the page with the typed values; it is shown again if the code is wrong.
    static func require(
        _ code: String, field: String, form: AccountPageMaker = AccountPageMaker(), in tx: borrowing TenantTransaction,
        by actor: Actor, _ services: Services
    ) throws -> ID {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        var form = form
        guard !code.isEmpty else {
            form.errors[field] = LocalText(Strings.error_required)
            throw Refusal.form(try form.page(in: tx, by: actor, services))
        }
        guard try SecondStep(keys: services.keys).use(code, of: admin, now: actor.now, in: tx) != .wrong else {
            form.errors[field] = LocalText(Strings.error_code)
            let page = try form.page(in: tx, by: actor, services)
            // The refusal would roll back, but the counted attempt must be stored: it slows guessing down.
            try tx.connection.commit()
            throw Refusal.form(page)
        }
        return admin
    }
}
