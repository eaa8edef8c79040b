package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// What another device of the account told of, until this one is let in (protocol 12.2.1).
package struct AwaitedDocument: SharingRecord, Hashable, Redacted {
  package static let kind = "awaited-document"
  package var collaboration: CollaborationKey
  package var link: String
  package var title: String
  package var inviter: AccountID
  package var conversationID: ConversationID
  /// Other conversations in which it was shared; nil where there are none.
  package var alsoIn: [ConversationID]?
  package var key: [UInt8] { collaboration.bytes }
}

/// Of what the account's other devices were told.
package struct ToldDocument: SharingRecord, Hashable {
  package static let kind = "told-document"
  package var collaboration: CollaborationKey
  /// The statement of the account whose devices were told.
  package var seq: DecimalUInt64
  package var key: [UInt8] { collaboration.bytes }
}

/// What one device of an account tells those that were added after something was shared with it, and what they
/// show of it until they are let in: pure.
package enum OwnDocumentRules {
  /// Told documents that a device keeps at most.
  package static let limit = 1024

  /// Why nothing is done with what a device tells. The raw values are stable.
  package enum Refusal: String, Hashable, Sendable {
    /// Only the account's own devices are believed.
    case notOwnAccount = "not_own_account"
    case removedDevice = "removed_device"
    case notNew = "not_new"
  }

  /// What a message tells, and what notes it as told.
  package struct Due: Sendable {
    package var documents: [OwnDocuments.Document] = []
    package var told: [SharingChange] = []
    package var isEmpty: Bool { documents.isEmpty }
  }

  /// What some device of the account cannot open and was not told of, as the list stands now: at most as much as
  /// one message takes, the newest first. Else one document of which some device was not told who is in it.
  package static func due(
    from device: DeviceID, of account: AccountID, in reader: any MessengerReader
  ) throws -> Due {
    guard let newest = try OtherDevices.statement(of: account, besides: device, in: reader),
      let chain = try reader.account(account)?.chain
    else { return Due() }
    let now = newest.collaborationKeys
    func isBefore(_ invitation: ReceivedInvitation) -> Bool {
      chain.statement(invitation.statement)
        .map { !Set(now).isSubset(of: $0.collaborationKeys) } ?? false
    }
    let standing = try HighlightRules.newestInvitations(reader)
      .filter { try DocumentState.ending(of: $0.collaboration, in: reader) == nil }
      .sorted { ($0.receivedAt, $0.root) > ($1.receivedAt, $1.root) }
    let waiting = try standing.filter {
      let told = try reader.record(ToldDocument.self, key: $0.collaboration.bytes)
      return isBefore($0) && told?.seq.value != newest.seq
    }.prefix(OwnDocuments.maximum)
    guard waiting.isEmpty else {
      return Due(
        documents: try waiting.map { try $0.ownDocument(in: reader) },
        told: try waiting.map {
          try .put(
            ToldDocument(collaboration: $0.collaboration, seq: DecimalUInt64(newest.seq)))
        })
    }
    return try withPeople(standing.filter { !isBefore($0) }, isBefore: isBefore, in: reader)
  }

  private static func withPeople(
    _ opened: [ReceivedInvitation], isBefore: (ReceivedInvitation) -> Bool,
    in reader: any SharingReader
  ) throws -> Due {
    for one in opened {
      guard let people = try PeopleForDevices.due(one, isBefore: isBefore, in: reader) else {
        continue
      }
      var document = try one.ownDocument(in: reader)
      document.people = people
      let told = ToldPeople(collaboration: one.collaboration, root: one.root)
      return Due(documents: [document], told: [try .put(told)])
    }
    return Due()
  }

  /// Queues a message that tells the account's other devices, in the change that notes them as told.
  ///
  /// - Returns: whether there was something to tell; then there may be more.
  package static func telling(
    from device: DeviceID, of account: AccountID, messageID: MessageID,
    in reader: any MessengerReader
  ) throws -> SharingDecision<Bool> {
    let due = try due(from: device, of: account, in: reader)
    guard !due.isEmpty,
      let conversation = try OtherDevices.conversation(of: account, in: reader)
    else { return SharingDecision(false) }
    var decision = SharingDecision(true, changes: due.told)
    decision.outgoing = [
      try SharingMessage(
        messageID: messageID, conversationID: conversation,
        content: OwnDocuments(documents: due.documents), to: [account])
    ]
    return decision
  }

  /// Another device of the account tells. What this one was invited to itself it knows better, but for who is in it.
  package static func came(
    _ told: OwnDocuments, from sender: AccountID, isFromRemovedDevice: Bool,
    myAccount: AccountID, reader: any SharingReader
  ) throws -> SharingDecision<Refusal?> {
    guard sender == myAccount else { return SharingDecision(.notOwnAccount) }
    guard !isFromRemovedDevice else { return SharingDecision(.removedDevice) }
    var known = Set(try reader.records(AwaitedDocument.self).map(\.collaboration))
    var changes: [SharingChange] = []
    for document in told.documents {
      let one = AwaitedDocument(document)
      if try isInvited(one.collaboration, reader) {
        changes += try PeopleForDevices.came(document, in: reader)
        continue
      }
      guard known.contains(one.collaboration) || known.count < limit else { continue }
      known.insert(one.collaboration)
      changes.append(try .put(one))
    }
    return SharingDecision(changes.isEmpty ? .notNew : nil, changes: changes)
  }

  /// Documents shared with this account that this device is not let into: no invitation to them has come here,
  /// or one that was made for other devices.
  package static func awaited(_ reader: any SharingReader) throws -> [AwaitedDocument] {
    let made = try HighlightRules.newestInvitations(reader)
      .filter {
        try DocumentState.ending(of: $0.collaboration, in: reader) == nil && $0.leaf == nil
      }
      .map { AwaitedDocument(try $0.ownDocument(in: reader)) }
    return try made
      + reader.records(AwaitedDocument.self).filter { try !isInvited($0.collaboration, reader) }
  }

  private static func isInvited(_ place: CollaborationKey, _ reader: any SharingReader) throws
    -> Bool
  {
    try !reader.records(ReceivedInvitation.self, prefix: place.bytes).isEmpty
  }
}

extension AwaitedDocument {
  fileprivate init(_ told: OwnDocuments.Document) {
    self.init(
      collaboration: CollaborationKey(
        audience: told.audience, collaborationID: told.collaborationID),
      link: told.link, title: told.title, inviter: told.inviter,
      conversationID: told.conversationID, alsoIn: told.alsoIn)
  }
}

extension ReceivedInvitation {
  fileprivate func ownDocument(in reader: any SharingReader) throws -> OwnDocuments.Document {
    var alsoIn: [ConversationID] = []
    for other in try Self.usable(collaboration, reader).map(\.conversationID)
    where other != conversationID && !alsoIn.contains(other)
      && alsoIn.count < OwnDocuments.maximumAlsoIn
    {
      alsoIn.append(other)
    }
    return OwnDocuments.Document(
      audience: collaboration.audience, collaborationID: collaboration.collaborationID, link: link,
      title: try DocumentState.title(of: collaboration, in: reader) ?? title, inviter: inviter,
      conversationID: conversationID, alsoIn: alsoIn.isEmpty ? nil : alsoIn)
  }
}
