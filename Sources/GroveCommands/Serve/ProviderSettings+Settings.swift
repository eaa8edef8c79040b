import CollaborationServer
import Foundation
import GroveClient
import GroveIdentity

extension ProviderSettings {
  /// What the `oidc-…` settings say; nil where no issuer is set.
  /// - Throws: `CommandFailure` for what makes no sense.
  init?(_ configuration: Configuration) throws {
    guard let issuer = try configuration.value(of: .oidcIssuer)?.text, !issuer.isEmpty else {
      for setting in [Setting.oidcClientID, .oidcClientSecretFile]
      where try configuration.value(of: setting) != nil {
        throw CommandFailure("\(setting.name) is set, but oidc-issuer is not.")
      }
      return nil
    }
    guard let clientID = try configuration.value(of: .oidcClientID)?.text, !clientID.isEmpty else {
      throw CommandFailure("oidc-issuer is set, but oidc-client-id is not.")
    }
    let host = issuer.split(separator: "/").dropFirst().first.map(String.init) ?? issuer
    let name = try configuration.value(of: .oidcName)?.text ?? host
    guard (1...64).contains(name.utf8.count) else {
      throw CommandFailure("oidc-name takes a name of 1 to 64 bytes.")
    }
    do {
      try self.init(
        issuer: issuer, clientID: clientID, name: name, send: Self.transport())
    } catch {
      throw CommandFailure(
        "oidc-issuer is “\(issuer)”; it looks like https://id.example, without query, and is http on this "
          + "machine only.")
    }
    clientSecret = try Self.secret(configuration)
    let asked = try configuration.text(.oidcScopes).split(separator: " ").map(String.init)
    scopes = asked.contains("openid") ? asked : ["openid"] + asked
    nameClaim = try configuration.text(.oidcNameClaim)
  }

  private static func secret(_ configuration: Configuration) throws -> SecretText? {
    guard let path = try configuration.value(of: .oidcClientSecretFile)?.text else { return nil }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw CommandFailure("oidc-client-secret-file names a file that cannot be read.")
    }
    let text = String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard (1...1024).contains(text.utf8.count) else {
      throw CommandFailure("oidc-client-secret-file names a file without a secret in it.")
    }
    return SecretText(text)
  }

  /// Without cookies, cache or redirects; the server says how long and how much at most.
  private static func transport() -> ProviderTransport {
    let transport = HTTPClientTransport(connectionsPerHost: 8)
    return { request in
      let asked = ClientRequest(
        url: request.address, method: request.form == nil ? "GET" : "POST",
        headers: request.headers.map { ClientHeader($0.name, $0.value) }, body: request.form,
        idleLimit: 5, answerLimit: ProviderRequest.answerLimit)
      let answer = try await transport.send(asked)
      return ProviderResponse(status: answer.status, body: answer.body)
    }
  }
}
