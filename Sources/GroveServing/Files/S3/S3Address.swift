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
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
    let (before, query) = text.dropFirst(scheme.count).split(at: "?")
    let (authority, path) = before.split(at: "/")
    let (userInfo, host) = authority.split(at: "@")
    let (user, password) = userInfo.split(at: ":")
    let names = path.split(separator: "/").map(String.init)
    guard Self.isHost(host),
      let accessKeyID = String(user).removingPercentEncoding, !accessKeyID.isEmpty,
      let secret = String(password).removingPercentEncoding, !secret.isEmpty,
      let region = Self.region(query), !names.isEmpty, names.allSatisfy(Self.isPlain)
    else { return nil }
    self.host = String(host)
    endpoint = scheme + host
    self.path = "/" + names.joined(separator: "/") + "/"
    self.region = region
    self.accessKeyID = accessKeyID
    secretAccessKey = SecretBytes(Array(secret.utf8))
  }

  private static func region(_ query: Substring) -> String? {
    guard !query.isEmpty else { return "us-east-1" }
    let (name, region) = query.split(at: "=")
    return name == "region" && !region.isEmpty && isPlain(String(region)) ? String(region) : nil
  }

  /// A name, an IPv4 address, or an IPv6 address in brackets, with a port where one is named.
  private static func isHost(_ text: Substring) -> Bool {
    let end = text.lastIndex(of: "]").map(text.index(after:)) ?? text.startIndex
    let (name, port) = text[end...].split(at: ":")
    let isNamed = end > text.startIndex ? name.isEmpty && text.first == "[" : !name.isEmpty
    guard isNamed, isPlain(String(name)) else { return false }
    return !text[end...].contains(":") || (1...65_535).contains(Int(port) ?? 0)
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

extension Substring {
  /// What stands before the first of it, and what behind; nothing behind where there is none.
  fileprivate func split(at separator: Character) -> (Substring, Substring) {
    guard let place = firstIndex(of: separator) else { return (self, "") }
    return (self[..<place], self[index(after: place)...])
  }
}
