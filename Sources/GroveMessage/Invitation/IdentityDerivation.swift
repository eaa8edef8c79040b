public import GroveIdentity

/// The sender's half of an identity: a root for an account, from public keys and a fresh seed
/// (protocol 6.5 (3)).
public enum IdentityDerivation {
  /// Makes the identity of one account in one collaboration.
  /// - Parameters:
  ///   - recipient: the account's verified chain; its newest statement's devices are used.
  ///   - seed: fresh for each collaboration, recipient and issuance (4.4.1).
  /// - Returns: root and tree, or `noCollaborationDevice`, which the sender is told: such an
  ///   account cannot be invited (5.3).
  public static func derive(
    audience: Origin, collaborationID: CollaborationID, recipient: StatementChain,
    seed: IdentitySeed
  ) -> Result<PreparedIdentity, IdentityError> {
    let context = IdentityContext(
      audience: audience, collaborationID: collaborationID, recipient: recipient.accountID)
    do {
      return .success(
        try PreparedIdentity(statement: recipient.newest, context: context, seed: seed))
    } catch {
      return .failure(error)
    }
  }
}
