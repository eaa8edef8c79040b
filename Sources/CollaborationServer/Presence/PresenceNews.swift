import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire

/// That somebody is here, or is not any more: what nodes tell each other (decision 0033). Each looks up itself whether they
/// may be: what comes late, after a removal, enters nobody.
struct PresenceNews: Hashable, Sendable, Codable {
  var document: DocumentID
  var account: AccountLabel
  var clientID: RequestID
  var session: SessionHash
  /// Of a backend that acts for the account, the name that it gave.
  var backend: Backend?
  /// Nil: they have left.
  var state: Base64URLBytes?
  /// Milliseconds since 1970.
  var expiresAt = DecimalUInt64(0)

  struct Backend: Hashable, Sendable, Codable {
    var displayName: String?
  }

  init(document: DocumentID, clientID: RequestID, of caller: Caller) {
    self.document = document
    self.clientID = clientID
    (account, session) = (caller.account, caller.session)
    if case .backend(_, let displayName) = caller.authority {
      backend = Backend(displayName: displayName)
    }
  }

  var caller: Caller {
    let authority: Caller.Authority =
      if let backend {
        .backend(session: session, displayName: backend.displayName)
      } else {
        .session(session)
      }
    return Caller(account: account, authority: authority)
  }
}

extension CollaborationCore {
  /// Looks up whether they may be here, and enters them where they may.
  /// - Returns: `done`, or `tooMany`.
  func enter(_ news: PresenceNews) async throws -> PresenceTable.Put {
    let (id, caller) = (news.document, news.caller)
    while true {
      let generation = presence.generation
      let account = try await look(by: caller) { call, reader -> Outcome<AccountRecord> in
        switch try DocumentRules.look(at: id, for: call, reading: reader) {
        case .failure(let refusal): .failure(refusal)
        case .success: try AccountRules.me(call, reading: reader)
        }
      }
      let entry = PresenceTable.Entry(
        account: caller.account, displayName: account.displayName, clientID: news.clientID,
        session: caller.session, state: news.state?.bytes ?? [], expiresAt: news.expiresAt.value)
      let put = presence.put(entry, in: id, ifGeneration: generation, at: now())
      if put != .checkAgain { return put }
    }
  }

  func leave(_ news: PresenceNews) {
    end(news)
    tell(news)
  }

  private func end(_ news: PresenceNews) {
    presence.update(news.document) {
      $0.end(news.clientID, of: news.account, in: news.document)
    }
  }

  /// What is lost comes again with the next renewal, or ends with its lease.
  func tell(_ news: PresenceNews) {
    guard let nodes = configuration.nodes, let bytes = try? StrictJSON.encode(news) else { return }
    nodes.tell(
      String(decoding: bytes, as: UTF8.self),
      about: "\(news.document) \(news.account.text) \(news.clientID)")
  }

  /// Another node tells it.
  func heard(presence text: String) async {
    guard let news = try? StrictJSON.decode(PresenceNews.self, from: Array(text.utf8)) else {
      return
    }
    // Who may not be here any more is not; and who could not be looked up renews soon.
    if news.state == nil { end(news) } else { _ = try? await enter(news) }
  }
}
