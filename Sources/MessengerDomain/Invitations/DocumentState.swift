public import GroveIdentity
public import GroveMessage
package import GroveSystem

/// What a person is shown of a document, wherever it stands.
public struct DocumentState: Hashable, Sendable {
  /// Why it cannot be opened any more. The raw values are stable.
  public enum Ending: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is gone for everybody.
    case deleted
    /// Its owner shares it with nobody any more. Shared again it is another collaboration.
    case stopped
    /// This person was taken out of it.
    case removed
    /// This person went by themselves; the identity is theirs still (protocol 9.5), so that they may come back.
    case left
    /// The app's server takes none of this person's identities, and nobody says why.
    case refused

    /// It ended for everybody: nothing is left to be decided about it, and no invitation opens it again.
    var isFinal: Bool { self == .deleted || self == .stopped }
  }

  /// Somebody of whom no more is known than what the app calls them.
  public struct Guest: Hashable, Sendable {
    /// Their identity.
    public let root: RootHash
    /// One line; the app's word alone.
    public let name: String
  }

  /// Its present one, as far as it was told here; nil where nothing is known of it.
  public let title: String?
  /// What its text begins with, as its app's server told last: at most three lines, empty where nothing is written in
  /// it. Nil where that was never told, and once it has ended.
  public let firstLines: String?
  /// How its app shows it, of the newest invitation; nobody has checked it.
  public let card: DocumentCard?
  /// Between whom it is shared, as far as this device is told: they can open it.
  public let accounts: Set<AccountID>
  /// Those of them of whom this device knows that they are in it.
  public let joined: Set<AccountID>
  /// Who is in it besides, because they asked or had a link, in the order in which it was told of them.
  public let guests: [Guest]
  /// The app's server has told this device who came and went; without it people may be in it of whom this device does
  /// not know that.
  public let isTold: Bool
  /// The app's server tells this device what happens to it; without that what was told is of then.
  public let isHeard: Bool
  /// Nil while it can be opened.
  public let ending: Ending?

  /// As the rows have it.
  package init(of collaboration: CollaborationKey, in reader: any SharingReader) throws {
    title = try Self.title(of: collaboration, in: reader)
    card = try ReceivedInvitation.newest(of: collaboration, reader)?.card
    let known = try KnownParticipants(collaboration, reader: reader)
    let came = try reader.record(ToldCame.self, key: collaboration.bytes)?.people ?? []
    accounts = try Self.accounts(known, in: collaboration, reader)
    // Who shares it has it; and who came as nobody known may be named by an invitation since.
    joined = accounts.intersection(
      known.records.map(\.inviter) + came.compactMap { $0.account ?? known.account(of: $0.root) })
    guests = came.compactMap { one in
      known.account(of: one.root) == nil ? one.name.map { Guest(root: one.root, name: $0) } : nil
    }
    isTold = try NoticeAddressRules.isTold(of: collaboration, reader)
    isHeard = try NoticeAddressRules.isHeard(of: collaboration, reader)
    ending = try Self.ending(of: collaboration, in: reader)
    let told = try reader.record(ToldFirstLines.self, key: collaboration.bytes)
    firstLines = ending == nil ? told?.firstLines : nil
  }

  /// Identities are refreshed under the title that an invitation had when another was told; an invitation with
  /// any other is newer than what was told.
  package static func title(of collaboration: CollaborationKey, in reader: any SharingReader) throws
    -> String?
  {
    let invited = try ReceivedInvitation.newest(of: collaboration, reader)?.title
    guard let told = try reader.record(ToldTitle.self, key: collaboration.bytes) else {
      return invited
    }
    return invited == nil || invited == told.instead || invited == told.title
      ? told.title : invited
  }

  package static func ending(of collaboration: CollaborationKey, in reader: any SharingReader)
    throws -> Ending?
  {
    let told = try reader.record(ToldEnding.self, key: collaboration.bytes)
    if let told, told.how.isFinal { return told.how }
    let usable = try ReceivedInvitation.usable(collaboration, reader).first
    let newest = try usable ?? ReceivedInvitation.newest(of: collaboration, reader)
    guard let newest else { return nil }
    let how = told.flatMap { $0.order >= newest.order ? $0.how : nil }
    if usable != nil { return how }
    switch how {
    case .deleted, .stopped, .removed: return how
    // Who had left it cannot come back now. Where the inviter did not say why they took the invitation back, it may be
    // over for everybody or for this person.
    case nil, .left, .refused:
      return newest.ended.map { $0 == .deleted ? .deleted : .stopped } ?? .refused
    }
  }

  /// Whether something may be left to be decided about it. That only this account was taken out or refused says
  /// nothing of the others' devices.
  package static func isShared(_ collaboration: CollaborationKey, in reader: any SharingReader)
    throws -> Bool
  {
    try reader.record(ToldEnding.self, key: collaboration.bytes)?.how.isFinal != true
  }

  /// As their inviters say, without whom the app's server told to have gone.
  private static func accounts(
    _ known: KnownParticipants, in collaboration: CollaborationKey, _ reader: any SharingReader
  ) throws -> Set<AccountID> {
    let gone = Set(try reader.record(ToldGone.self, key: collaboration.bytes)?.roots ?? [])
    return known.accounts.filter { account in
      let roots = known.roots(of: account)
      return roots.isEmpty || !gone.isSuperset(of: roots)
    }
  }
}
