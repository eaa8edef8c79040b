import GroveIdentity
import GroveMessage
import GroveSystem

/// What was told of somebody's access since a document was shared with them.
enum ToldAccess {
  case present
  /// They gave it up themselves, and may come back: the identity is theirs still (protocol 9.5).
  case left
  /// Somebody took it from them, and with it the identity.
  case removed

  init(of account: AccountID, in shared: SharedCollaboration, _ reader: any SharingReader) throws {
    let key = shared.collaboration.bytes
    let roots = Set(shared.participants.filter { $0.account == account }.map(\.root))
    let gone = Set(try reader.record(ToldGone.self, key: key)?.roots ?? [])
    let left = Set(try reader.record(ToldLeft.self, key: key)?.roots ?? [])
    let hasGone = gone.isSuperset(of: roots)
    self = !hasGone ? .present : left.isDisjoint(with: roots) ? .removed : .left
  }
}
