import Foundation
import GroveIdentity

/// Which bucket of an S3-compatible object storage keeps files, and as whom Grove signs its requests there.
///
/// Written `https://KEY:SECRET@s3.example/bucket/prefix?region=eu-central-1`: path style, which every such storage
/// understands; what is not a letter or a digit in the secret is percent-encoded; the region is `us-east-1` where none
/// is named, and a prefix may be left out.
package struct S3Address: Sendable {
  /// `https://s3.example`, with a port where one is named.
  package let endpoint: String
  /// What the `Host` field of a request says.
  let host: String
  /// `/bucket/prefix/`.
  let path: String
  let region: String
  let accessKeyID: String
  let secretAccessKey: SecretBytes

  /// Without what is secret in it.
  package var text: String { endpoint + path }

  /// - Returns: nil for what is no such address.
  package init?(_ text: String) {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme,
      ["https", "http"].contains(scheme), let host = parts.host, !host.isEmpty,
      let accessKeyID = parts.user, !accessKeyID.isEmpty,
      let secret = parts.password, !secret.isEmpty, parts.fragment == nil,
      let region = Self.region(parts.queryItems ?? [])
    else { return nil }
    let names = parts.path.split(separator: "/").map(String.init)
    guard !names.isEmpty, names.allSatisfy(Self.isPlain) else { return nil }
    self.host = parts.port.map { "\(host):\($0)" } ?? host
    endpoint = "\(scheme)://\(self.host)"
    path = "/" + names.joined(separator: "/") + "/"
    self.region = region
    self.accessKeyID = accessKeyID
    secretAccessKey = SecretBytes(Array(secret.utf8))
  }

  private static func region(_ query: [URLQueryItem]) -> String? {
    guard !query.isEmpty else { return "us-east-1" }
    guard query.count == 1, query[0].name == "region", let region = query[0].value,
      !region.isEmpty, isPlain(region)
    else { return nil }
    return region
  }

  /// What stands in a signature as it stands in an address (RFC 3986, unreserved), and leads nowhere else.
  private static func isPlain(_ name: String) -> Bool {
    name != "." && name != ".."
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "~"):
          true
        default: false
        }
      }
  }
}
