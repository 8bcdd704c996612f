import Console
import HTML
import Templates
import Web

/// Privacy requests: users' access to their data, and their erasure.
package struct PrivacyRequestsFeature: Feature {
    package init() {}

    package var place: Place { .people }
    package var guide: GuideTopic? {
        GuideTopic("privacy", Strings.privacy_title, about: Strings.guide_about_privacy)
    }
    package var permissions: [Permission] { Permission.ofPrivacy }
    package var scopes: [Scope] { Scope.ofPrivacy }
    package var auditActions: [AuditAction] { AuditAction.ofPrivacy }
    package var objectKinds: [ObjectKind] { [.privacyRequest] }
    package var objectNames: [ObjectNames] {
        [
            ObjectNames(
                of: .privacyRequest, needs: .seePrivacy, path: "privacy", names: PrivacyQueries.names,
                words: PrivacyRequest.name)
        ]
    }
    package var relatedObjects: [RelatedObjects] {
        [RelatedObjects(needs: .seePrivacy) { PrivacyQueries.ids(of: $0) }]
    }
    package var guardedActs: [GuardedAct] { [.userErasure] }
    package var jobs: [any Job.Type] { [ArchiveWork.self, ArchiveLinkMail.self, ErasureWork.self] }
    package var timers: [HouseTimer] {
        [
            HouseTimer.forgetting("archives of people", PrivacyQueries.forgetArchives),
            HouseTimer("retention", every: 3600) { services, _ in
                try await SweepRetentionAcrossTenants(services: services).run(now: .now)
            },
        ]
    }
    package var lists: [ListDeclaration] { [PrivacyRequestList.list] }
    package var homeCards: [any HomeCard.Type] { [DuePrivacyCard.self] }
    package var userCards: [any UserCard.Type] { [UserPrivacyCard.self] }
    package var personalData: [PersonalTable] {
        [
            PersonalTable(
                "privacy_requests", Strings.privacy_title,
                columns: ["kind", "state", "source", "note", "received_at", "due_at", "finished_at"],
                erased: .emptied([("note", "''"), ("language", "'en'")]), kept: .bookkeeping),
            PersonalTable(
                "privacy_archives", Strings.privacy_archive, columns: [], erased: .deleted, kept: .asLongAsWork),
            PersonalTable(
                "privacy_holds", Strings.privacy_hold, columns: ["reason", "set_by", "set_at"], erased: .deleted),
        ]
    }
    package var auditFields: [AuditField] {
        [
            AuditField("privacy_kind", Strings.privacy_kind) {
                (PrivacyRequest.Kind(rawValue: $0)?.label).map { LocalText($0) }?.resolve(in: $1) ?? $0
            },
            AuditField("privacy_request", Strings.privacy_request, refersTo: .privacyRequest),
            AuditField("user", Strings.user_user, of: .privacyRequest, refersTo: .user),
            AuditField("privacy_requests", Strings.privacy_title, refersTo: .privacyRequest),
            AuditField("due", Strings.privacy_due),
            AuditField("purpose", Strings.privacy_purpose), AuditField("table", Strings.privacy_rows_table),
            AuditField("days", Strings.retention_days),
            AuditField("privacy_level", Strings.privacy_level) {
                (PrivacyLevel(rawValue: $0)?.label).map { LocalText($0) }?.resolve(in: $1) ?? $0
            },
            AuditField(prefix: RetentionForm.recorded) { name, language in
                let table = Declarations.current.personalData.first { $0.table.name == name }
                return table.map { LocalText($0.label).resolve(in: language) } ?? name
            },
            AuditField("hold", Strings.privacy_hold_reason), AuditField("bytes", Strings.privacy_bytes),
        ]
    }

    package var shortcuts: [Shortcut] {
        [Shortcut(Strings.retention_title, icon: "clock", .tenant("privacy/retention", needs: .seePrivacy))]
    }

    package var menu: [MenuEntry] {
        [MenuEntry(.people, Strings.privacy_title, icon: "shield", path: "privacy", needs: .seePrivacy)]
    }

    package var routes: [Route] {
        Route.list(PrivacyRequestList.self, needs: .seePrivacy) + [
            .get("privacy/erasures", needs: .handlePrivacy, ShowErasures.self),
            .post("privacy/erasures", needs: .handlePrivacy, EraseMany.self).stepUp,
            .get("privacy/:privacyrequest", needs: .seePrivacy, ShowPrivacyRequest.self),
            .get("privacy/:privacyrequest/receipt", needs: .seePrivacy, ShowErasureReceipt.self),
            .post("privacy/:privacyrequest/archive", needs: .handlePrivacy, MakeArchive.self).stepUp,
            .post("privacy/:privacyrequest/link", needs: .handlePrivacy, MakeArchiveLink.self).stepUp,
            .post("privacy/:privacyrequest/erasure", needs: .handlePrivacy, EraseUser.self).stepUp,
            .post("privacy/:privacyrequest/refusal", needs: .handlePrivacy, RefusePrivacyRequest.self),
            .post("privacy/:privacyrequest/extension", needs: .handlePrivacy, ExtendPrivacyRequest.self),
            .post("users/:user/privacy", needs: .handlePrivacy, AddPrivacyRequest.self),
            .post("users/:user/hold", needs: .handlePrivacy, SetHold.self).stepUp,
            .post("privacy/holds/:hold/end", needs: .handlePrivacy, EndHold.self).stepUp,
            .get("privacy/retention", needs: .seePrivacy, ShowRetention.self),
            .post("privacy/retention/preview", needs: .seePrivacy, showing: PreviewRetention.self),
            .post("privacy/retention", needs: .handlePrivacy, SaveRetention.self).stepUp,
            .service(.get, "users/:user/consents", scope: .scope(.readPrivacy), ReadConsents.self),
            .service(.put, "users/:user/consents/:text", scope: .scope(.writePrivacy), SaveConsent.self),
            .service(.get, "users/:user/privacy", scope: .scope(.readPrivacy), ReadPrivacyLevel.self),
            .service(.put, "users/:user/privacy", scope: .scope(.writePrivacy), SavePrivacyLevel.self),
            .service(.get, "users/:user/profile", scope: .scope(.readPrivacy), ReadSharedProfile.self),
            .service(
                .get, "users/:user/privacy-requests", scope: .scope(.readPrivacy), ReadPrivacyRequests.self),
            .service(
                .post, "users/:user/privacy-requests", scope: .scope(.writePrivacy), SavePrivacyRequest.self),
            .service(.get, "me/consents", for: .user, ReadMyConsents.self),
            .service(.put, "me/consents/:text", for: .user, SaveMyConsent.self).aDay(100),
            .service(.delete, "me/consents/:text", for: .user, WithdrawMyConsent.self).aDay(100),
            .service(.get, "me/privacy", for: .user, ReadMyPrivacyLevel.self),
            .service(.put, "me/privacy", for: .user, SaveMyPrivacyLevel.self).aDay(50),
            .service(.get, "me/privacy-requests", for: .user, ReadMyPrivacyRequests.self),
            .service(.post, "me/privacy-requests", for: .user, AddMyPrivacyRequest.self),
            .open(.get, OpenArchive.pattern, inTenant: OpenArchive.show),
            .open(.post, OpenArchive.pattern, inTenant: OpenArchive.take),
        ]
    }
}
