/// What a proof's signature covers (protocol 8.1).
public enum ProofProfile: UInt8, Sendable {
  /// The transcript of 8.2: audience, collaboration, account, root, key and challenge. Mandatory.
  case transcript = 1
  /// The challenge alone, for servers of native clients (8.7). Off unless configured.
  case raw = 2
}
