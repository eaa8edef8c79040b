import Foundation

/// Where a cluster of NATS servers is, and as whom nodes sign in there.
///
/// Written `nats://user:password@host:4222,other-host`; `nats://token@host`; the port is 4222 where none is named. With TLS
/// `tls://host`, and `tls://host?ca=/etc/grove/nats-ca.pem` where this machine does not know who signed its certificate.
package struct NATSAddress: Sendable, Equatable {
  package struct Host: Sendable, Equatable {
    package var name: String
    package var port: Int
  }

  /// How a client signs in (NATS protocol, CONNECT).
  enum Credentials: Sendable, Equatable {
    case none
    case token(String)
    case user(String, password: String)
  }

  /// How a server shows that it is the one that was meant.
  struct TLS: Sendable, Equatable {
    /// The file of authorities' certificates (PEM); nil: those that this machine trusts.
    var authorities: String?
  }

  package let hosts: [Host]
  let credentials: Credentials
  /// Nil: unencrypted.
  let tls: TLS?

  /// Whether it holds something that nobody else may read.
  package var isSecret: Bool { credentials != .none }

  /// - Returns: nil for what is no such address.
  package init?(_ text: String) {
    guard let scheme = ["nats://", "tls://"].first(where: text.hasPrefix) else { return nil }
    var rest = text.dropFirst(scheme.count)
    var tls = scheme == "tls://" ? TLS() : nil
    if let mark = rest.firstIndex(of: "?") {
      let parameter = rest[rest.index(after: mark)...]
      guard tls != nil, parameter.hasPrefix("ca="),
        let file = String(parameter.dropFirst(3)).removingPercentEncoding, !file.isEmpty
      else { return nil }
      tls?.authorities = file
      rest = rest[..<mark]
    }
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    var credentials = Credentials.none
    if let at = rest.lastIndex(of: "@") {
      guard let found = Self.credentials(rest[..<at]) else { return nil }
      credentials = found
      rest = rest[rest.index(after: at)...]
    }
    let hosts = rest.split(separator: ",", omittingEmptySubsequences: false).map(Self.host)
    guard !hosts.isEmpty, hosts.allSatisfy({ $0 != nil }) else { return nil }
    self.hosts = hosts.compactMap(\.self)
    self.credentials = credentials
    self.tls = tls
  }

  private static func credentials(_ text: Substring) -> Credentials? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0).removingPercentEncoding }
    switch (parts.first ?? nil, parts.count > 1 ? parts[1] : nil) {
    case (let user?, let password?) where parts.count == 2: return .user(user, password: password)
    case (let token?, nil) where parts.count == 1 && !token.isEmpty: return .token(token)
    default: return nil
    }
  }

  /// A name, an IPv4 address, or an IPv6 address in brackets.
  private static func host(_ text: Substring) -> Host? {
    var (name, port) = (text, Substring("4222"))
    if let end = text.lastIndex(of: "]") {
      guard text.first == "[" else { return nil }
      name = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.first == ":" else { return nil }
      if !rest.isEmpty { port = rest.dropFirst() }
    } else if let colon = text.firstIndex(of: ":") {
      (name, port) = (text[..<colon], text[text.index(after: colon)...])
    }
    guard !name.isEmpty, !name.contains(where: { $0 == "/" || $0 == "?" || $0.isWhitespace }),
      let number = Int(port), (1...65_535).contains(number)
    else { return nil }
    return Host(name: String(name), port: number)
  }
}
