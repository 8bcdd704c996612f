import Postgres
import Testing

@testable import Console
@testable import Core

/// The examples that AWS publishes for S3, and the plainest one of its test suite.
@Suite struct RequestSignatureTests {
    private static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    /// 2013-05-24, 00:00 UTC.
    private static let day = Timestamp(microseconds: 1_369_353_600_000_000)

    private let signature = RequestSignature(
        keyID: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1",
        service: "s3")

    private func sign(
        _ method: String, _ path: String, query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        body: String = empty
    ) -> String {
        let all =
            headers + [
                ("x-amz-date", "20130524T000000Z"), ("host", "examplebucket.s3.amazonaws.com"),
                ("x-amz-content-sha256", body),
            ]
        return signature.authorization(
            .init(method: method, path: path, query: query, headers: all, bodyHash: body), at: Self.day)
    }

    @Test func `an object is got, in part`() {
        #expect(
            sign("GET", "/test.txt", headers: [("range", "bytes=0-9")])
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
                + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
                + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    }

    @Test func `an object is put, with more headers and a body`() {
        let signed = sign(
            "PUT", "/test%24file.text",
            headers: [("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")],
            body: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072")
        #expect(signed.hasSuffix("Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"))
    }

    @Test func `a query without a value, and one whose names come in another order`() {
        #expect(
            sign("GET", "/", query: [("lifecycle", "")]).hasSuffix(
                "Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"))
        #expect(
            sign("GET", "/", query: [("prefix", "J"), ("max-keys", "2")])
                .hasSuffix("Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"))
    }

    @Test func `another service and day`() {
        let signature = RequestSignature(
            keyID: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", region: "us-east-1",
            service: "service")
        let signed = signature.authorization(
            .init(
                method: "GET", path: "/",
                headers: [("host", "example.amazonaws.com"), ("x-amz-date", "20150830T123600Z")], bodyHash: Self.empty),
            at: Timestamp(microseconds: 1_440_938_160_000_000))
        #expect(signed.hasSuffix("Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"))
    }

    @Test func `a query is escaped as it is signed`() {
        #expect(
            RequestSignature.encoded([("start-after", "a/b c+é"), ("prefix", "~-._")])
                == "prefix=~-._&start-after=a%2Fb%20c%2B%C3%A9")
    }
}
