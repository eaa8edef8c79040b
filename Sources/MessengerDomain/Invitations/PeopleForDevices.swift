package import GroveIdentity
import GroveMessage
package import GroveSystem

/// Of whom the account's other devices were told that they are in it.
package struct ToldPeople: SharingRecord, Hashable {
  package static let kind = "told-people"
  package var collaboration: CollaborationKey
  /// Of the invitation by which they were told.
  package var root: RootHash
  package var key: [UInt8] { collaboration.bytes }
}

/// Who had come to a document before a device was added is told to the others only (protocol 12.8): one of them tells
/// it, once the added one is let in (12.2.2): pure.
enum PeopleForDevices {
  /// - Parameters:
  ///   - newest: opens it on all devices there are.
  ///   - isBefore: whether an invitation was made before one of them was added.
  /// - Returns: nil where there is nobody to be told, or more than a message holds.
  static func due(
    _ newest: ReceivedInvitation, isBefore: (ReceivedInvitation) -> Bool,
    in reader: any SharingReader
  ) throws -> [OwnDocuments.Person]? {
    let place = newest.collaboration
    guard try NoticeAddressRules.isTold(of: place, reader),
      try reader.record(ToldPeople.self, key: place.bytes)?.root != newest.root,
      try reader.records(ReceivedInvitation.self, prefix: place.bytes).contains(where: isBefore)
    else { return nil }
    let known = try KnownParticipants(place, reader: reader)
    let people = (try reader.record(ToldCame.self, key: place.bytes)?.people ?? []).compactMap {
      one in
      let account = one.account ?? known.account(of: one.root)
      return account == nil && one.name == nil
        ? nil
        : OwnDocuments.Person(
          root: one.root, account: account, name: account == nil ? one.name : nil)
    }
    return people.count > OwnDocuments.maximumPeople ? nil : people
  }

  /// From then on this device knows as much as the one that tells: what happened since, it was told itself.
  ///
  /// - Returns: nothing where it knew that already.
  static func came(_ document: OwnDocuments.Document, in reader: any SharingReader) throws
    -> [SharingChange]
  {
    let place = CollaborationKey(
      audience: document.audience, collaborationID: document.collaborationID)
    let later = try reader.records(NoticeAddress.self, prefix: place.bytes)
      .filter { $0.isLater == true }
    guard let people = document.people, !later.isEmpty else { return [] }
    let known = try reader.record(ToldCame.self, key: place.bytes)?.people ?? []
    let gone = try reader.record(ToldGone.self, key: place.bytes)?.roots ?? []
    let earlier = people.filter { one in
      !gone.contains(one.root) && !known.contains { $0.root == one.root }
    }.map { ToldCame.Person(root: $0.root, account: $0.account, name: $0.name) }
    let told = ToldCame(collaboration: place, people: earlier + known)
    return try later.map { address in
      var address = address
      address.isLater = nil
      return try .put(address)
    } + (earlier.isEmpty ? [] : [try .put(told)])
  }
}
