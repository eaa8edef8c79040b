import GroveIdentity
import GroveMessage
import GroveSystem

/// Who comes in is in it, and whoever does something there; until they go. Who was only invited may come yet: pure.
enum WhoIsIn {
  /// What is kept of it after a deed.
  static func noted(
    _ deed: DocumentRules.Deed, _ collaboration: CollaborationKey, _ reader: any SharingReader
  ) throws -> [SharingChange] {
    var told =
      try reader.record(ToldCame.self, key: collaboration.bytes)
      ?? ToldCame(collaboration: collaboration, people: [])
    let before = told
    if deed.kind == .removedCollaborator {
      try remove(deed, from: &told, reader)
    } else if let one = try person(of: deed, collaboration, reader, known: told),
      !told.people.contains(where: {
        ($0.root, $0.account, $0.name) == (one.root, one.account, one.name)
          && (one.noticeID == nil || $0.noticeID == one.noticeID)
      }),
      // A server tells of one person under each of their identities: whom a map knows by one has no name of the app's.
      one.account != nil || !told.people.contains(where: one.isSamePerson)
    {
      told.people.removeAll { $0.root == one.root || one.isSamePerson(as: $0) }
      told.people = (told.people + [one]).suffix(ToldGone.limit)
    }
    return told == before ? [] : [try .put(told)]
  }

  /// Of who leaves the server says so once, under one of their identities, and they are gone by all of them. Who has
  /// none left that stands is in it by none that was replaced before, either: they may be given it anew. To who has gone
  /// themselves nobody tells any more who comes and goes; when they come back they are told who is there.
  private static func remove(
    _ deed: DocumentRules.Deed, from told: inout ToldCame, _ reader: any SharingReader
  ) throws {
    if let root = deed.root,
      try reader.record(ReceivedInvitation.self, key: told.collaboration.bytes + root.bytes) != nil
    {
      told.people = []
      return
    }
    let participants = try KnownParticipants(told.collaboration, reader: reader)
    let before = try reader.record(ToldGone.self, key: told.collaboration.bytes)?.roots ?? []
    let gone = Set(before + [deed.root].compactMap { $0 })
    var left: AccountID?
    if let root = deed.root, root == deed.actor {
      left =
        told.people.first { $0.root == root }?.account ?? participants.holder(of: root)
    }
    told.people.removeAll { one in
      guard one.root != deed.root else { return true }
      guard let account = one.account else { return false }
      return account == left || gone.isSuperset(of: participants.roots(of: account))
    }
  }

  private static func person(
    of deed: DocumentRules.Deed, _ collaboration: CollaborationKey, _ reader: any SharingReader,
    known: ToldCame
  ) throws -> ToldCame.Person? {
    guard let actor = deed.actor else { return nil }
    // Of who is there already the server tells a newcomer as their own doing, with a name under one identity of each
    // alone.
    let isSubject =
      deed.kind == .addedCollaborator && (deed.root == actor || deed.name != nil || deed.isOwn)
    guard let root = isSubject ? deed.root : actor else { return nil }
    // What somebody did before they went may be told afterwards.
    let cameBack = deed.kind == .addedCollaborator && deed.root == root
    let gone = try reader.record(ToldGone.self, key: collaboration.bytes)?.roots ?? []
    guard cameBack || !gone.contains(root) else { return nil }
    let account = try KnownParticipants(collaboration, reader: reader).account(of: root)
    let isFurther = isSubject && root != actor && deed.name == nil
    guard account != nil || !isFurther else { return nil }
    // By which further messages of the same are known: of somebody else's hand, and where a guest may be this very
    // person.
    let isNoted = isSubject ? root != actor || known.hasGuest : account != nil && known.hasGuest
    return ToldCame.Person(
      root: root, account: account, name: account == nil ? deed.name : nil,
      noticeID: isNoted ? deed.noticeID : nil)
  }

  /// A server tells of one person under each of their identities, in messages with the same `noticeID`. Whom a map
  /// knows by another of them is in the document once, however they came.
  ///
  /// - Parameter root: of somebody whom no identity map knows by it.
  static func toldUnder(
    _ root: RootHash, _ noticeID: NoticeID, _ collaboration: CollaborationKey,
    _ reader: any SharingReader
  ) throws -> [SharingChange] {
    guard var told = try reader.record(ToldCame.self, key: collaboration.bytes),
      let place = told.people.firstIndex(where: { $0.root == root && $0.account == nil }),
      told.people[place].noticeID != noticeID
    else { return [] }
    if told.people.contains(where: { $0.account != nil && $0.noticeID == noticeID }) {
      told.people.remove(at: place)
    } else {
      told.people[place].noticeID = noticeID
    }
    return [try .put(told)]
  }
}
