import CollaborationDomain
import DriveDomain
import GroveIdentity
import GroveServing
import GroveWire

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Sharing files and folders; who takes part comes and goes by the routes of collaborations.
  /// - Parameter calls: nil where this server has no drives; all of it is `not_found` then.
  func addDriveShareRoutes(_ calls: DriveCalls?, limits: RouteLimits) {
    on(CollaborationRoutes.shareDriveItem, limits: limits) { request, caller in
      let body = request.body
      return try await Problem.served(calls).answering {
        try await $0.share(body, for: caller)
      }
    }
    on(CollaborationRoutes.changeDriveShare, limits: limits) { request, caller in
      let (id, terms) = (try request.collaborationID, DriveShareRules.Terms(request.body))
      return try await Problem.served(calls).answering { calls in
        let changed = try await calls.change(by: calls.call(caller)) {
          try DriveShareRules.change(id, to: terms, for: $0, reading: $1)
        }
        return try await calls.state(after: changed)
      }
    }
    on(CollaborationRoutes.driveShares) { request, caller in
      let limit = try request.query.number("limit", in: 1...200, default: 100)
      let place = try request.query["after"].map { text in
        try Problem.refusing("after") { try CollaborationID(text) }
      }
      let calls = try Problem.served(calls)
      let found = try await calls.answering {
        try await $0.look(by: $0.call(caller)) {
          try DriveShareRules.own(after: place, limit: limit, for: $0, reading: $1)
        }
      }
      return DriveShareList(
        shares: found.map { calls.state($0) },
        next: found.count < limit ? nil : found.last?.collaboration.id.text)
    }
    on(CollaborationRoutes.sharedDriveItems) { _, caller in
      let calls = try Problem.served(calls)
      let found = try await calls.answering {
        try await $0.look(by: $0.call(caller)) {
          try DriveShareRules.ofOthers(for: $0, reading: $1)
        }
      }
      return DriveShareList(shares: found.map { calls.state($0) })
    }
    on(CollaborationRoutes.driveShare) { request, caller in
      let (id, calls) = (try request.collaborationID, try Problem.served(calls))
      let found = try await calls.answering {
        try await $0.look(by: $0.call(caller)) {
          try DriveShareRules.find(id, for: $0, reading: $1)
        }
      }
      return calls.state(found)
    }
  }
}

extension DriveCalls {
  fileprivate func share(_ body: ShareDriveItem, for caller: Caller) async throws -> DriveShareState
  {
    let path = try DriveAddress.path(plain: body.path)
    let terms = DriveShareRules.Terms(DriveShareTerms(who: body.who, access: body.access))
    let fresh = DriveShareRules.Fresh(
      documentID: DocumentID(unchecked: core.random(DocumentID.byteCount)),
      collaborationID: try CollaborationID(Base64URL.encode(core.random(16))),
      epoch: core.random(4).reduce(0) { $0 << 8 | UInt32($1) })
    let changed = try await change(by: call(caller)) {
      try DriveShareRules.begin(
        path, terms, requestID: body.requestID, fresh: fresh, for: $0, reading: $1)
    }
    return try await state(after: changed)
  }

  /// Whoever came in by a link that was closed is cut off when this returns.
  fileprivate func state(after changed: DriveShareRules.Changed) async throws -> DriveShareState {
    if let revocation = changed.revocation { _ = try await core.cut(revocation, .removed) }
    return state(changed.looked)
  }

  fileprivate func state(_ looked: DriveShareRules.Looked) -> DriveShareState {
    let (node, collaboration) = (looked.node, looked.collaboration)
    return DriveShareState(
      collaborationID: collaboration.id, link: core.configuration.link(to: collaboration.id),
      path: looked.path.text, name: node.name?.text ?? "", isFolder: node.isFolder,
      size: DecimalUInt64(node.content?.size ?? 0),
      terms: DriveShareTerms(
        who: collaboration.linkAccess == nil ? .invited : .link,
        access: collaboration.options.access == .readWrite ? .readWrite : .readOnly),
      yours: Document.Access(looked.access), owner: looked.owner,
      ownerDisplayName: looked.ownerName, epoch: DecimalUInt64(collaboration.epoch))
  }
}

extension DriveShareRules.Terms {
  fileprivate init(_ terms: DriveShareTerms) {
    self.init(
      isOpen: terms.who == .link, access: terms.access == .readWrite ? .readWrite : .readOnly)
  }
}

extension Document.Access {
  fileprivate init(_ access: DocumentAccess) {
    self =
      switch access {
      case .owner: .owner
      case .readWrite: .readWrite
      case .readOnly: .readOnly
      }
  }
}
