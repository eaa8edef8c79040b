import Crypto
import Foundation
import GroveIdentity

/// AWS Signature Version 4 in the `Authorization` field: pure
/// (“Authenticating Requests: Using the Authorization Header”, Amazon S3 API Reference).
struct S3Signature {
  let accessKeyID: String
  let secretAccessKey: SecretBytes
  let region: String

  /// What is signed: the method, the path, who is asked, and the fields that are named here.
  struct Request {
    var method: String
    /// Percent-encoded, as it is sent.
    var path: String
    /// Lower-case names; `host`, `x-amz-date` and `x-amz-content-sha256` among them.
    var fields: [String: String]
    /// Of the body, 64 hexadecimal digits.
    var contentHash: String
  }

  /// - Parameter time: as in `x-amz-date`: `20130524T000000Z`.
  func authorization(of request: Request, at time: String) -> String {
    let day = String(time.prefix(8))
    let names = request.fields.keys.sorted()
    let signed = names.joined(separator: ";")
    let fields = names.map { "\($0):\(request.fields[$0] ?? "")\n" }.joined()
    let canonical = [
      request.method, request.path, "", fields, signed, request.contentHash,
    ].joined(separator: "\n")
    let scope = "\(day)/\(region)/s3/aws4_request"
    let text = [
      "AWS4-HMAC-SHA256", time, scope, Self.hash(Array(canonical.utf8)),
    ].joined(separator: "\n")
    let signature = Self.hexadecimal(mac(text, with: signingKey(day)))
    return
      "AWS4-HMAC-SHA256 Credential=\(accessKeyID)/\(scope),SignedHeaders=\(signed),Signature=\(signature)"
  }

  private func signingKey(_ day: String) -> SymmetricKey {
    let secret = secretAccessKey.withUnsafeBytes { SymmetricKey(data: Array("AWS4".utf8) + $0) }
    return [day, region, "s3", "aws4_request"].reduce(secret) { key, part in
      SymmetricKey(data: mac(part, with: key))
    }
  }

  private func mac(_ text: String, with key: SymmetricKey) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
  }

  /// SHA-256, 64 hexadecimal digits.
  static func hash(_ bytes: [UInt8]) -> String { hexadecimal(Array(SHA256.hash(data: bytes))) }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// - Parameter seconds: since 1970.
  static func time(_ seconds: Int) -> String {
    var (seconds, parts) = (time_t(seconds), tm())
    gmtime_r(&seconds, &parts)
    let digits = { (number: Int32, width: Int) in
      String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
    }
    let day =
      digits(parts.tm_year + 1900, 4) + digits(parts.tm_mon + 1, 2) + digits(parts.tm_mday, 2)
    return day + "T" + digits(parts.tm_hour, 2) + digits(parts.tm_min, 2)
      + digits(parts.tm_sec, 2) + "Z"
  }
}
