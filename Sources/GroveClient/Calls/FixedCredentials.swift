public import GroveIdentity
import GroveWire

/// Credentials that stay what they are.
public struct FixedCredentials: CredentialSource, Redacted {
  private let fields: [ClientHeader]

  private init(_ fields: [ClientHeader]) { self.fields = fields }

  /// Nobody: for the routes that take no credentials.
  public static let none = FixedCredentials([])

  /// A device at its relay, or a signed-in app account at its collaboration server.
  public static func bearer(_ token: String) -> FixedCredentials {
    FixedCredentials([ClientHeader("Authorization", "Bearer \(token)")])
  }

  /// An app's own backend, acting for one of its accounts (design 6).
  ///
  /// - Parameters:
  ///   - session: the backend's identifier of that account's session.
  ///   - displayName: how the account is shown to others; its label when absent.
  public static func backend(
    serviceKey: String, account: AccountLabel, session: String, displayName: String? = nil
  ) -> FixedCredentials {
    var fields = [
      ClientHeader("Authorization", "Bearer \(serviceKey)"),
      ClientHeader(
        CollaborationRoutes.actingAccountHeader, PercentEncoding.encode(account.text)),
      ClientHeader(CollaborationRoutes.actingSessionHeader, session),
    ]
    if let displayName {
      fields.append(
        ClientHeader(
          CollaborationRoutes.actingNameHeader, PercentEncoding.encode(displayName)))
    }
    return FixedCredentials(fields)
  }

  /// The fields it was made with; it never fails.
  public func headers() async throws(ClientError) -> [ClientHeader] { fields }
  /// Always false: a refused token stays refused.
  public func renew(_ refused: [ClientHeader]) async throws(ClientError) -> Bool { false }
}
