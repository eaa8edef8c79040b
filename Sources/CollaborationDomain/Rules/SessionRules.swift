/// The sessions of a local account: where a person is signed in, and how it ends.
public enum SessionRules {
  /// Those that have not expired, the last used first.
  /// - Returns: the answer, or `forbidden` to a backend, which has sessions of its own.
  public static func list(_ call: Call, reading reader: any CollaborationReader) throws
    -> Outcome<[SessionRecord]>
  {
    try outcome(looking: {
      _ = try reader.ownSession(of: call)
      return try reader.sessions(of: call.account).filter { call.now < $0.expiresAt }
    })
  }

  /// Ends the calling session. A backend has none here, so nothing happens.
  public static func signOut(_ call: Call, reading reader: any CollaborationReader) throws
    -> Decision<Outcome<[SessionHash]>>
  {
    try outcome {
      try reader.admit(call)
      guard case .session(let hash) = call.caller.authority else { return Decision([]) }
      return Decision([hash], changes: [.removeSession(hash)])
    }
  }

  /// Ends one session of the caller's, perhaps the calling one.
  /// - Returns: the answer, or `notFound`, where the account has none of that name (any more).
  public static func end(_ id: String, _ call: Call, reading reader: any CollaborationReader) throws
    -> Decision<Outcome<[SessionHash]>>
  {
    try outcome {
      _ = try reader.ownSession(of: call)
      guard let hash = try reader.sessions(of: call.account).first(where: { $0.id == id })?.hash
      else {
        throw CollaborationRefusal.notFound
      }
      return Decision([hash], changes: [.removeSession(hash)])
    }
  }

  /// Ends every session of the caller's, the calling one too, and the code for another.
  public static func endAll(_ call: Call, reading reader: any CollaborationReader) throws
    -> Decision<Outcome<[SessionHash]>>
  {
    try outcome {
      _ = try reader.ownSession(of: call)
      let ended = try reader.sessions(of: call.account).map(\.hash)
      return Decision(
        ended,
        changes: ended.map(CollaborationChange.removeSession) + [.removeSignInCode(call.account)])
    }
  }

  /// Notes when sessions were used last, those of them that still stand and where it is news.
  public static func note(
    _ uses: [SessionHash: UInt64], reading reader: any CollaborationReader
  ) throws -> Decision<Void> {
    let news = try uses.filter { hash, at in
      guard let known = try reader.session(hash) else { return false }
      return at >= known.lastUsedAt + AccountRules.useIsNotedEvery
    }
    return Decision((), changes: news.map { .touchSession($0.key, at: $0.value) })
  }
}

extension CollaborationReader {
  /// - Throws: `unauthenticated`; `forbidden` to a backend.
  func ownSession(of call: Call) throws -> SessionHash {
    try admit(call)
    guard case .session(let hash) = call.caller.authority else {
      throw CollaborationRefusal.forbidden
    }
    return hash
  }
}
