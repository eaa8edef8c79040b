public import GroveIdentity
public import GroveWire

extension RelayClient {
  /// Takes part in a conversation somebody has put the account into. Refused with `not_found`.
  public func accept(_ id: ConversationID) async throws(ClientError) -> Conversation {
    try await caller.call(RelayRoutes.acceptConversation, path: [id.base64url])
  }

  /// Whom the account lets in and keeps out.
  public func admission() async throws(ClientError) -> Admission {
    try await caller.call(RelayRoutes.admission)
  }

  /// Changes whom the account lets in and keeps out. Refused with `not_found`, `malformed`,
  /// `limit_exceeded`.
  public func change(_ body: ChangeAdmission) async throws(ClientError) -> Admission {
    try await caller.call(RelayRoutes.changeAdmission, .json(body))
  }

  /// The account's own devices: when each was last seen, and until when it is written to.
  public func ownDevices() async throws(ClientError) -> [OwnDevices.Device] {
    try await caller.call(RelayRoutes.ownDevices).devices
  }
}
