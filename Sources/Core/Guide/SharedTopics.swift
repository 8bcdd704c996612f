import Console
import HTML
import Templates

/// Topics that several features share.
extension GuideTopic {
    static let account = GuideTopic("account", Strings.guide_topic_account, about: Strings.guide_about_account)
    static let keys = GuideTopic("keys", Strings.menu_keys, about: Strings.guide_about_keys)
    static let lists = GuideTopic("lists", Strings.guide_topic_lists, about: Strings.guide_about_lists)
    static let operations = GuideTopic(
        "operations", Strings.guide_topic_operations, about: Strings.guide_about_operations)
    static let reports = GuideTopic("reports", Strings.guide_topic_reports, about: Strings.guide_about_reports)
}
