import CollaborationDomain
import GroveIdentity
import GroveMessage

/// Notice addresses, and what the server tells by itself (protocol 12.8).
extension CollaborationProcess {
  func keepAddress(_ request: CollaborationRequest, _ call: Call) async throws -> Done {
    switch request {
    case .putAddress(let id, let handed):
      return try await done({ _ in .addressKept }) {
        try NoticeAddressRules.put(
          handed.endpoint, key: handed.key, secret: handed.secret, in: id, for: call, reading: $0)
      }
    case .takeBackAddress(let id):
      return try await done({ _ in .addressKept }) {
        try NoticeAddressRules.remove(in: id, for: call, reading: $0)
      }
    default: return Done(answer: .refused(.notFound), changes: 0)
    }
  }

  /// What is due; `busy` is on its way.
  func survey(besides busy: Set<WaitingNotice.Key>) async throws -> NoticeRules.Survey {
    let now = now
    return try await store.read {
      try NoticeRules.survey(at: now, perRelay: 8, busy: busy, reading: $0)
    }
  }

  /// One transaction of it.
  /// - Returns: whether there is more.
  func spread(_ event: NoticeEvent.Key, as noticeID: NoticeID) async throws -> Bool {
    let now = now
    return try await store.change {
      try NoticeRules.spread(event, as: noticeID, at: now, reading: $0)
    }
  }

  func note(_ delivery: NoticeRules.Delivery, of notice: WaitingNotice) async throws {
    let now = now
    try await store.change { try NoticeRules.note(delivery, of: notice, at: now, reading: $0) }
  }

  /// The addresses that a removal takes away: what `undyingAddresses` writes again after it.
  static func addresses(
    losing changes: [CollaborationChange], reading reader: any CollaborationReader
  ) throws -> [CollaborationChange] {
    try changes.compactMap { change in
      guard case .removeIdentity(let id, let root) = change else { return nil }
      return try reader.noticeAddress(of: root, in: id).map(CollaborationChange.putNoticeAddress)
    }
  }
}
