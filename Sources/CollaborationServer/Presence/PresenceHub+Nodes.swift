import CollaborationDomain
import GroveIdentity
import GroveServing

/// Who is present at other nodes. Each has the whole table, so that a window is tied to none; what is lost of what they tell
/// comes with the window's next renewal, or ends with its lease.
extension PresenceHub {
  /// Takes what another node tells.
  ///
  /// - Parameter generation: as it was before their right to be here was looked up. Nil: it was not, which is enough where the
  ///   window is known: a removal since would have taken it out.
  func hear(_ news: PresenceNews, ifGeneration generation: UInt64?, at now: UInt64)
    -> PresenceTable.Put
  {
    change { state in
      let key = news.key
      guard state.order.isNew(key, saidAt: news.saidAt.value, at: now) else { return .done }
      guard let entry = news.entry(at: now) else {
        state.order.note(key, saidAt: news.saidAt.value, at: now)
        if state.board.end(key.clientID, of: key.account, in: key.document) {
          state.changed.insert(key.document)
        }
        return .done
      }
      let isKnown = state.board.session(of: key) == entry.session
      guard let generation = generation ?? (isKnown ? state.board.generation : nil) else {
        return .checkAgain
      }
      let put = state.put(entry, in: key.document, ifGeneration: generation, at: now)
      guard put == .done else { return put }
      state.order.note(key, saidAt: news.saidAt.value, at: now)
      return put
    }
  }
}

extension CollaborationCore {
  /// Another node tells it. Whoever was not known here, or was taken out since, has their right looked up.
  func heard(_ news: PresenceNews) async {
    var put = presence.hear(news, ifGeneration: nil, at: now())
    while put == .checkAgain, let caller = news.caller {
      let generation = presence.generation
      // Who may not be here is not; and who could not be looked up renews soon.
      guard
        (try? await look(
          by: caller, { try DocumentRules.look(at: news.document, for: $0, reading: $1) }))
          != nil
      else { return }
      put = presence.hear(news, ifGeneration: generation, at: now())
    }
  }

  /// Tells the other nodes who has come, renewed and left here.
  func tellPresence() {
    for news in presence.takeUntold() {
      configuration.nodes?.tell(NodeNews(presence: news))
    }
  }
}
