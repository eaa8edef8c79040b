import GroveIdentity
import Testing

@testable import GroveServing

/// The examples of “Authenticating Requests: Using the Authorization Header” (Amazon S3 API Reference).
struct S3SignatureTests {
  private let signature = S3Signature(
    accessKeyID: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: SecretBytes(Array("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".utf8)),
    region: "us-east-1")
  private let time = "20130524T000000Z"

  @Test func `a request for a part of a file is signed as in the reference`() {
    let empty = S3Signature.hash([])
    let request = S3Signature.Request(
      method: "GET", path: "/test.txt",
      fields: [
        "host": "examplebucket.s3.amazonaws.com", "range": "bytes=0-9",
        "x-amz-content-sha256": empty, "x-amz-date": time,
      ], contentHash: empty)
    #expect(
      signature.authorization(of: request, at: time)
        == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
        + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
        + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
  }

  @Test func `what is put is signed with its hash as in the reference`() {
    let hash = S3Signature.hash(Array("Welcome to Amazon S3.".utf8))
    #expect(hash == "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072")
    let request = S3Signature.Request(
      method: "PUT", path: "/test%24file.text",
      fields: [
        "date": "Fri, 24 May 2013 00:00:00 GMT", "host": "examplebucket.s3.amazonaws.com",
        "x-amz-content-sha256": hash, "x-amz-date": time,
        "x-amz-storage-class": "REDUCED_REDUNDANCY",
      ], contentHash: hash)
    #expect(
      signature.authorization(of: request, at: time).hasSuffix(
        "Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"))
  }

  @Test func `a time is written as the signature wants it`() {
    #expect(S3Signature.time(1_369_353_600) == time)
    #expect(S3Signature.time(951_825_599) == "20000229T115959Z")
  }

  @Test func `an address says the bucket, the region and who signs, and hides the secret`() throws {
    let address = try #require(
      S3Address("https://AK:a%2Fb%2Bc@s3.example:9000/files/grove?region=eu-central-1"))
    #expect(address.text == "https://s3.example:9000/files/grove/")
    #expect(address.host == "s3.example:9000")
    #expect(address.region == "eu-central-1")
    #expect(address.secretAccessKey.withUnsafeBytes { Array($0) } == Array("a/b+c".utf8))
    #expect(try #require(S3Address("http://a:b@127.0.0.1/bucket")).region == "us-east-1")
    #expect(try #require(S3Address("http://a:b@[::1]:9000/bucket")).host == "[::1]:9000")
  }

  @Test(arguments: [
    "s3://a:b@s3.example/bucket", "https://s3.example/bucket", "https://a@s3.example/bucket",
    "https://a:b@s3.example", "https://a:b@s3.example/", "https://a:b@/bucket",
    "https://a:b@s3.example/bucket/../other", "https://a:b@s3.example/b%20c",
    "https://a:b@s3.example/bucket?region=", "https://a:b@s3.example/bucket?zone=1",
    "https://a:b@s3.example/bucket#x", "https://a:b@s3.example:port/bucket",
    "https://a:b@s3.example:/bucket", "https://a:b@[::1/bucket", "",
  ])
  func `what is no address of a bucket is refused`(_ text: String) {
    #expect(S3Address(text) == nil)
  }
}
