import GroveClient
import GroveIdentity
import GroveWire

/// App accounts and shared documents on a collaboration server that runs.
enum AppAccounts {
  static func signUp(_ account: String, at origin: Origin) async throws -> CollaborationClient {
    let transport = HTTPClientTransport()
    let session = try await CollaborationClient(origin: origin, transport: transport)
      .createAccount(
        CreateAppAccount(
          account: AccountLabel(account), displayName: account, password: "a long password"))
    return CollaborationClient(
      origin: origin, credentials: FixedCredentials.bearer(session.token), transport: transport)
  }

  /// A document of the client's, prepared for sharing.
  static func share(_ title: String, with client: CollaborationClient) async throws
    -> CollaborationID
  {
    let document = try await client.createDocument(
      CreateDocument(requestID: .random(), title: title))
    let options = ShareOptions(access: .readWrite, allowsComments: true, allowsMentions: true)
    return try await client.prepareCollaboration(
      PrepareCollaboration(requestID: .random(), options: options), of: document.documentID
    ).collaborationID
  }
}
