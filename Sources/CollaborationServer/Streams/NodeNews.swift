import GroveIdentity

/// What collaboration servers tell each other by the way. A member that a node's version does not know it passes over.
struct NodeNews: Hashable, Sendable, Codable {
  var presence: PresenceNews?
  var tries: PasswordTries.News?
}

extension CollaborationCore {
  /// Another node tells it.
  func heard(_ line: String) async {
    guard let news = try? StrictJSON.decode(NodeNews.self, from: Array(line.utf8)) else { return }
    if let tries = news.tries {
      switch tries.place {
      case .signIn: signIns.tries.heard(tries)
      case .drives: appPasswordTries.heard(tries)
      }
    }
    if let presence = news.presence { await heard(presence) }
  }
}
