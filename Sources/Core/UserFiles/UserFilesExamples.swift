import Console
import Postgres

/// How the tests that walk all routes and tables call the feature.
extension UserFilesFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .service(.post, "me/files", type: "application/pdf") { Self.document($0.word) },
                .service(.delete, "me/files/:userfile"),
            ],
            objects: [
                ObjectExample("userfile") { tx, values in
                    let id = ID.make()
                    let content = Self.document(values.objectsWord)
                    let sealed = try values.seal(content, UserFile.place(id, tenant: tx.tenant))
                    try tx.execute(
                        """
                        insert into user_files (tenant_id, id, user_id, media_type, bytes, content, created_at, unused_since)
                        values (\(tx.tenant), \(id), \(values.user), 'application/pdf', \(content.count), \(sealed), now(), now())
                        """)
                    // What anything of theirs has answered names it.
                    try tx.execute(
                        """
                        insert into submission_files (tenant_id, submission_id, file_id)
                        select \(tx.tenant), submissions.id, \(id) from submissions where submissions.user_id = \(values.user) limit 1
                        """)
                    return id
                }
            ])
    }

    /// As short as one is: a head, a table of objects that lists none, an end.
    package static func document(_ word: String) -> [UInt8] {
        let head = "%PDF-1.4\n% \(word)\n"
        return Array((head + "xref\n0 0\ntrailer\n<< >>\nstartxref\n\(head.utf8.count)\n%%EOF\n").utf8)
    }
}
