import HTML

/// Every page with made-up content, and with the content that breaks pages: tests print them all in all languages.
package enum Samples {
    package static var all: [(name: String, page: any Page)] {
        [
            ("sign-in", SignInPage.sample), ("code", CodePage.sample), ("second-step", SecondStepPage.sample),
            ("recovery-codes", RecoveryCodesPage.sample), ("choose-password", ChoosePasswordPage.sample),
            ("door-message", DoorMessagePage.sample), ("problem", ProblemPage.sample), ("home", HomePage.sample),
            ("home-without-people", HomePage.sampleWithoutPeople), ("users", UserListPage.sample),
            ("users-without-match", UserListPage.sampleWithoutMatch), ("users-empty", UserListPage.sampleEmpty),
            ("user", UserPage.sample), ("user-bare", UserPage.sampleBare), ("user-form", UserFormPage.sample),
            ("user-export", ExportPage.sample), ("audit", AuditListPage.sample),
            ("audit-empty", AuditListPage.sampleEmpty), ("account", AccountPage.sample), ("passkey-new", NewPasskeyPage.sample),
            ("entry", EntryPage.sample), ("entry-new", EntryPage.sampleNew), ("entry-form", EntryFormPage.sample),
            ("approvals", ApprovalListPage.sample), ("approvals-empty", ApprovalListPage.sampleEmpty),
            ("approval", ApprovalPage.sample), ("approval-own", ApprovalPage.sampleOwn), ("approval-ask", AskApprovalPage.sample),
            ("step-up", StepUpPage.sample),
            ("access-review", AccessReviewPage.sample),
            ("step-up-done", StepUpDonePage.sample),
            ("tenants", TenantListPage.sample), ("tenants-empty", TenantListPage.sampleEmpty),
            ("tenant-form", TenantFormPage.sample), ("find", FindPage.sample),
            ("views", SavedViewsPage.sample), ("views-empty", SavedViewsPage.sampleEmpty), ("find-without-match", FindPage.sampleWithoutMatch),
            ("list", ListPage.sample), ("list-empty", ListPage.sampleEmpty), ("list-without-match", ListPage.sampleWithoutMatch),
            ("key", KeyPage.sample), ("key-disabled", KeyPage.sampleDisabled), ("key-form", KeyFormPage.sample),
            ("key-shown", KeyShownPage.sample),
            ("tenants-archived", TenantListPage.sampleArchived), ("tenant-deletion", TenantDeletionPage.sample),
            ("tenant-deletion-waiting", TenantDeletionPage.sampleWaiting),
            ("tenant-settings", TenantSettingsPage.sample), ("tenant-settings-archived", TenantSettingsPage.sampleArchived),
            ("admin", AdminPage.sample),
            ("admin-last-owner", AdminPage.sampleLastOwner), ("invitation", InvitationPage.sample),
            ("invitation-link", InvitationLinkPage.sample), ("invitation-mail", InvitationMailPage.sample),
            ("imports", ImportListPage.sample), ("imports-empty", ImportListPage.sampleEmpty), ("import-matching", ImportMatchingPage.sample),
            ("progress", ProgressPage.sample), ("progress-stoppable", ProgressPage.sampleStoppable), ("import", ImportPage.sample), ("import-done", ImportPage.sampleDone),
            ("import-unreadable", ImportPage.sampleUnreadable),
            ("segment", SegmentPage.sample), ("segment-bare", SegmentPage.sampleBare), ("segment-form", SegmentFormPage.sample),
            ("submission", SubmissionPage.sample), ("submission-bare", SubmissionPage.sampleBare),
            ("answers", AnswerSummaryPage.sample), ("answers-empty", AnswerSummaryPage.sampleEmpty),
            ("subscription", SubscriptionPage.sample), ("subscription-bare", SubscriptionPage.sampleBare),
            ("subscribers", SubscribersPage.sample), ("subscribers-empty", SubscribersPage.sampleEmpty), ("move", MovePage.sample),
            ("checkout", CheckoutPage.sample), ("checkout-paid", CheckoutPage.samplePaid), ("providers", ProvidersPage.sample),
            ("finance", FinancePage.sample), ("finance-wrong", FinancePage.sampleWrong),
            ("report", ReportPage.sample), ("report-wrong", ReportPage.sampleWrong), ("report-empty", ReportPage.sampleEmpty),
            ("export-large", ExportPage.sampleLarge), ("export-file", ExportFilePage.sample), ("export-failed", ExportFilePage.sampleFailed),
            ("bulk", BulkPage.sample), ("bulk-done", BulkPage.sampleDone), ("work-list", WorkListPage.sample),
            ("work-list-empty", WorkListPage.sampleEmpty), ("roles", RoleMatrixPage.sample), ("role-form", RoleFormPage.sample), ("role-form-conflict", RoleFormPage.sampleConflict),
        ]
    }
}
