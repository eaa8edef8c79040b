import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire
import Metrics

/// Ending what is served to who has lost access, on this node and on the others.
extension CollaborationCore {
  /// Ends every stream and presence of who has lost access: when it returns, nothing more reaches
  /// them from any node (design 5.5). The commit has already happened, so no write passes either.
  ///
  /// - Throws: `outcome_unknown` where it is not known of every node.
  func cut(_ revocation: Revocation, _ reason: StreamEnded.Reason) async throws
    -> IdentitiesUpdated.Cut
  {
    var cut = StreamCut(group: revocation.documentID.streamGroup, reason: reason)
    switch revocation.lost {
    case .accounts(let accounts): cut.accounts = accounts.map(\.streamAccount)
    case .everyone(_, let owner): cut.sparedAccount = owner?.streamAccount
    }
    let receipt = try await everywhere(cut)
    wake(revocation.documentID)
    return IdentitiesUpdated.Cut(
      accounts: revocation.lost.count, accountLabels: revocation.lost.labels,
      streams: receipt.cut.streams, microseconds: receipt.cut.microseconds, nodes: receipt.nodes)
  }

  /// Ends what is open in sessions that have just ended.
  func cut(_ sessions: [SessionHash], of account: AccountLabel) async throws {
    guard !sessions.isEmpty else { return }
    _ = try await everywhere(
      StreamCut(
        accounts: [account.streamAccount], sessions: sessions.map(\.streamSession),
        reason: .signedOut))
  }

  private func everywhere(_ cut: StreamCut) async throws -> (
    cut: StreamsCut, nodes: IdentitiesUpdated.Cut.Nodes?
  ) {
    let start = ContinuousClock.now
    defer { removals.recordNanoseconds((ContinuousClock.now - start).wholeNanoseconds) }
    // Where nobody lost anything there is nobody to ask.
    guard let nodes = configuration.nodes, cut.accounts != [] else {
      return (await cutHere(cut), nil)
    }
    async let others = nodes.cut(cut)
    var here = await cutHere(cut)
    let receipt = try await others
    here.streams += receipt.streams
    here.elapsed = ContinuousClock.now - start
    return (
      here,
      IdentitiesUpdated.Cut.Nodes(
        asked: receipt.asked, confirmed: receipt.confirmed, expired: receipt.expired)
    )
  }

  /// On this node alone. Who is asked by another node is told of the document what the log says since.
  func cutHere(_ cut: StreamCut) async -> StreamsCut {
    if let document = cut.group.flatMap({ DocumentID(streamGroup: $0) }) {
      presence.remove(cut.lost, from: document)
      if cut.reason == .deleted { pieces.forget(document) }
    }
    for session in cut.sessions ?? [] {
      if let hash = SessionHash(streamSession: session) { presence.signOut(hash) }
    }
    return await live.cut(cut)
  }
}

extension StreamCut {
  /// Whose presence ends with their streams.
  fileprivate var lost: LostAccess {
    if let accounts { return .accounts(accounts.compactMap { AccountLabel(streamAccount: $0) }) }
    return .everyone(
      count: 0, keepingOwner: sparedAccount.flatMap { AccountLabel(streamAccount: $0) })
  }
}

extension Duration {
  fileprivate var wholeNanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}

extension DocumentID {
  /// Nil where it is the name of something else.
  init?(streamGroup: String) {
    guard let bytes = try? Base64URL.decode(streamGroup), let id = try? Self(bytes) else {
      return nil
    }
    self = id
  }
}

extension AccountLabel {
  fileprivate init?(streamAccount: String) {
    guard let bytes = try? Hex.decode(streamAccount),
      let text = String(validating: bytes, as: UTF8.self), let label = try? Self(text)
    else { return nil }
    self = label
  }
}

extension SessionHash {
  fileprivate init?(streamSession: String) {
    guard let bytes = try? Base64URL.decode(streamSession), let hash = try? Self(bytes) else {
      return nil
    }
    self = hash
  }
}
