public import CollaborationDomain
public import GroveIdentity

/// Sharing a file or folder of one's drive. Who takes part, proves, leaves and is removed goes by the rules of
/// collaborations; what they may do is looked up there with every command.
public enum DriveShareRules {
  /// How something is shared.
  public struct Terms: Hashable, Sendable {
    /// Whether whoever has the link may come in; else only who was invited.
    public var isOpen: Bool
    public var access: SelectedShareOptions.Access

    public init(isOpen: Bool, access: SelectedShareOptions.Access) {
      self.isOpen = isOpen
      self.access = access
    }
  }

  /// Random values that sharing uses up.
  public struct Fresh: Hashable, Sendable {
    public var documentID: DocumentID
    public var collaborationID: CollaborationID
    public var epoch: UInt32

    public init(documentID: DocumentID, collaborationID: CollaborationID, epoch: UInt32) {
      self.documentID = documentID
      self.collaborationID = collaborationID
      self.epoch = epoch
    }
  }

  /// Something shared, as the caller finds it.
  public struct Looked: Hashable, Sendable {
    public var node: DriveNode
    /// In the caller's drive.
    public var path: DrivePath
    public var collaboration: CollaborationRecord
    public var access: DocumentAccess
    public var owner: AccountLabel
    public var ownerName: String
  }

  /// What has come of a change.
  public struct Changed: Hashable, Sendable {
    public var looked: Looked
    /// Who has lost access, where the link was closed.
    public var revocation: Revocation?
    /// Whether this request began it.
    public var isNew: Bool
  }

  /// Shares something, or changes how it is shared.
  /// - Returns: `notFound`; `forbidden` for the drive itself, and for what others share; `limitExceeded`; `conflict` where
  ///   the request identifier was used for something else; `gone` where what it began has ended.
  public static func begin(
    _ path: DrivePath, _ terms: Terms, requestID: RequestID, fresh: Fresh, for call: DriveCall,
    reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<Changed>> {
    try sharing {
      let domain = try domainCall(call)
      let work = try DriveWork(call, at: path, reading: reader)
      let (trail, node) = try work.found(path)
      guard work.mount == nil, trail.nodes.count > 1, node.id != .shared else {
        throw DriveRefusal.forbidden
      }
      let before = try reader.collaborations.answer(to: requestID, by: call.account)?.answer
      if let known = try reader.live(share: reader.share(on: node.id)) {
        try check(before, isAbout: known.collaboration)
        return try change(known, node, path, to: terms, for: domain, reading: reader)
      }
      try check(before, isAbout: nil)
      var changes = try clearing(for: node, call: call, reading: reader)
      let made = beginning(node, terms, fresh, for: call)
      changes += made.changes
      changes.append(.putShare(made.share))
      let answer = StoredAnswer.Answer.collaborationPrepared(
        fresh.documentID, fresh.collaborationID, epoch: UInt64(fresh.epoch), created: true)
      changes.append(
        .collaboration(
          .storeAnswer(
            StoredAnswer(
              account: call.account, requestID: requestID, answer: answer,
              expiresAt: call.now + StoredAnswer.lifetime))))
      let looked = try own(node, path, made.collaboration, reading: reader)
      return DriveDecision(Changed(looked: looked, revocation: nil, isNew: true), changes: changes)
    }
  }

  /// Changes how something is shared.
  /// - Returns: `notFound` without access; `forbidden` to participants; `gone` to the owner of what has ended.
  public static func change(
    _ id: CollaborationID, to terms: Terms, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<Changed>> {
    try sharing {
      let domain = try domainCall(call)
      let found = try reached(id, for: domain, reading: reader)
      guard found.looked.access == .owner else { throw DriveRefusal.forbidden }
      guard let known = try reader.live(share: found.share) else { throw DriveRefusal.gone }
      return try change(
        known, found.looked.node, found.looked.path, to: terms, for: domain, reading: reader)
    }
  }

  /// What a link leads to.
  /// - Returns: `notFound` without access, and where it shares no file; `gone` to the owner of what has ended.
  public static func find(
    _ id: CollaborationID, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveOutcome<Looked> {
    try sharing { DriveDecision(try reached(id, for: domainCall(call), reading: reader).looked) }
      .answer
  }

  /// What the caller shares.
  /// - Parameter place: the last one's of the page before.
  public static func own(
    after place: CollaborationID?, limit: Int, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveOutcome<[Looked]> {
    try outcome(looking: {
      try reader.admit(call)
      let all = try reader.shares(of: call.account, after: nil, limit: DriveLimits.shares)
      let found = try all.compactMap { try reader.live(share: $0) }
        .filter { one in place.map { $0 < one.collaboration.id } ?? true }
        .sorted { $0.collaboration.id < $1.collaboration.id }
      return try found.prefix(limit).compactMap { live in
        guard let node = try reader.node(live.share.node), let path = try reader.path(of: node)
        else { return nil }
        return try own(node, path, live.collaboration, reading: reader)
      }
    })
  }

  /// What others share with the caller, as it is found below `Shared`.
  public static func ofOthers(for call: DriveCall, reading reader: any DriveReader) throws
    -> DriveOutcome<[Looked]>
  {
    try outcome(looking: {
      try reader.admit(call)
      return try reader.mounts(for: call.account).compactMap { try looked($0, reading: reader) }
    })
  }
}

extension DriveShareRules {
  private static func domainCall(_ call: DriveCall) throws -> Call {
    guard case .caller(let caller) = call.authority else { throw DriveRefusal.unauthenticated }
    return Call(caller, at: call.now)
  }

  /// A retry of what was stopped since must not share anew.
  private static func check(
    _ before: StoredAnswer.Answer?, isAbout collaboration: CollaborationRecord?
  ) throws {
    guard let before else { return }
    guard case .collaborationPrepared(_, let id, _, _) = before else { throw DriveRefusal.conflict }
    guard let collaboration else { throw DriveRefusal.gone }
    guard id == collaboration.id else { throw DriveRefusal.conflict }
  }

  private static func own(
    _ node: DriveNode, _ path: DrivePath, _ collaboration: CollaborationRecord,
    reading reader: any DriveReader
  ) throws -> Looked {
    Looked(
      node: node, path: path, collaboration: collaboration, access: .owner, owner: node.account,
      ownerName: try reader.collaborations.displayNames(of: [node.account])[node.account]
        ?? node.account.text)
  }

  private static func looked(_ mount: DriveMount, reading reader: any DriveReader) throws
    -> Looked?
  {
    guard let collaboration = mount.standing.collaboration else { return nil }
    var looked = try own(mount.node, mount.shown, collaboration, reading: reader)
    looked.access = mount.standing.access
    return looked
  }

  private static func reached(
    _ id: CollaborationID, for call: Call, reading reader: any DriveReader
  ) throws -> (share: DriveShare, looked: Looked) {
    let (accessible, collaboration) = try reader.collaborations.accessibleDocument(of: call, in: id)
    guard let share = try reader.share(of: accessible.document.id) else {
      throw DriveRefusal.notFound
    }
    guard !accessible.isOwner else {
      guard let node = try reader.node(share.node), let path = try reader.path(of: node) else {
        throw DriveRefusal.gone
      }
      return (share, try own(node, path, collaboration, reading: reader))
    }
    let mount = try reader.mounts(for: call.account).first { $0.share == share }
    guard let found = try mount.flatMap({ try looked($0, reading: reader) }) else {
      throw DriveRefusal.notFound
    }
    return (share, found)
  }

  /// What was shared before and is not any more makes way.
  private static func clearing(
    for node: DriveNode, call: DriveCall, reading reader: any DriveReader
  ) throws -> [DriveChange] {
    var changes: [DriveChange] = []
    var live = 0
    for share in try reader.shares(of: call.account, after: nil, limit: DriveLimits.shares) {
      if share.node != node.id, try reader.live(share: share) != nil {
        live += 1
        continue
      }
      changes.append(.removeShare(share.node))
      let ending = try reader.collaborations.ending(of: share.documentID, at: call.now)
      changes += (ending?.1 ?? []).map(DriveChange.collaboration)
    }
    guard live < DriveLimits.shares else { throw DriveRefusal.limitExceeded }
    return changes
  }

  private static func beginning(
    _ node: DriveNode, _ terms: Terms, _ fresh: Fresh, for call: DriveCall
  ) -> (share: DriveShare, collaboration: CollaborationRecord, changes: [DriveChange]) {
    let document = DocumentRecord(
      id: fresh.documentID, owner: call.account, title: node.name?.text ?? "", location: "/",
      createdAt: call.now, collaborationID: fresh.collaborationID, kind: .files)
    // A link that lets everybody in is used from the beginning; else it is swept away where nobody was invited.
    let collaboration = CollaborationRecord(
      id: fresh.collaborationID, documentID: fresh.documentID, epoch: UInt64(fresh.epoch),
      options: terms.options, preparedAt: call.now, wasUsed: terms.isOpen,
      linkAccess: terms.linkAccess)
    let share = DriveShare(
      node: node.id, account: call.account, documentID: fresh.documentID)
    return (
      share, collaboration,
      [.collaboration(.putDocument(document)), .collaboration(.putCollaboration(collaboration))]
    )
  }

  private static func change(
    _ known: (share: DriveShare, collaboration: CollaborationRecord), _ node: DriveNode,
    _ path: DrivePath, to terms: Terms, for call: Call, reading reader: any DriveReader
  ) throws -> DriveDecision<Changed> {
    var collaboration = known.collaboration
    collaboration.options = terms.options
    collaboration.linkAccess = terms.linkAccess
    collaboration.preparedAt = call.now
    collaboration.wasUsed = collaboration.wasUsed || terms.isOpen
    let (revocation, changes) = try LinkRules.change(
      collaboration, for: call, reading: reader.collaborations)
    collaboration.epoch = revocation?.epoch ?? collaboration.epoch
    let looked = try own(node, path, collaboration, reading: reader)
    return DriveDecision(
      Changed(looked: looked, revocation: revocation, isNew: false),
      changes: changes.map(DriveChange.collaboration))
  }

  /// Refusals of collaborations are refusals of drives.
  private static func sharing<Value: Sendable>(_ rule: () throws -> DriveDecision<Value>) throws
    -> DriveDecision<DriveOutcome<Value>>
  {
    do {
      return try outcome(rule)
    } catch let refusal as CollaborationRefusal {
      return DriveDecision(.failure(DriveRefusal(refusal)))
    }
  }
}

extension DriveShareRules.Terms {
  fileprivate var options: SelectedShareOptions {
    SelectedShareOptions(access: access, allowsComments: true, allowsMentions: true)
  }

  fileprivate var linkAccess: SelectedShareOptions.Access? { isOpen ? access : nil }
}

extension DriveRefusal {
  fileprivate init(_ refusal: CollaborationRefusal) {
    self =
      switch refusal {
      case .unauthenticated: .unauthenticated
      case .accountDisabled: .accountDisabled
      case .gone: .gone
      case .forbidden: .forbidden
      case .limitExceeded: .limitExceeded
      default: .notFound
      }
  }
}

extension DriveReader {
  /// A share with the collaboration that stands behind it; nil where it has ended.
  func live(share: DriveShare?) throws -> (share: DriveShare, collaboration: CollaborationRecord)? {
    guard let share, let document = try collaborations.document(share.documentID),
      document.deletedAt == nil, let id = document.collaborationID,
      let collaboration = try collaborations.collaboration(id), collaboration.endedAt == nil
    else { return nil }
    return (share, collaboration)
  }
}
