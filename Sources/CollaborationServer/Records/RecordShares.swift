import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire
import RecordDomain

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Where a link leads, and the stream that says when to look again.
  func addShareRoutes(_ calls: RecordCalls) {
    on(CollaborationRoutes.recordShare) { request, caller in
      try await calls.share(try request.collaborationID, for: caller)
    }
    onStream(CollaborationRoutes.recordStream, calls.core.live) { request, caller, registrar in
      let container = try await calls.container(of: request.parameter("container"), for: caller)
      let handle = try registrar.open(
        group: container.streamGroup(of: caller.account), account: caller.account.streamAccount,
        session: caller.session.streamSession)
      return OpenedStream(handle, feeding: RecordFeed(calls: calls, caller, container))
    }
  }
}

extension RecordCalls {
  /// - Throws: `not_found` where it shares no records of a container that is kept here.
  func share(_ id: CollaborationID, for caller: Caller) async throws -> FoundRecordShare {
    let call = Call(caller, at: core.now())
    let found = try await look(for: caller) {
      try ShareRules.find(id, for: call, reading: $0)
    }.get()
    let container = try await container(of: found.container.text, for: caller)
    let naming = try await naming(
      [found.share] + [found.root].compactMap(\.self), in: container, fields: nil, for: caller)
    return FoundRecordShare(
      container: container.text, zone: RecordZonePlace(found.zone), share: naming.body(found.share),
      root: found.root.map { naming.body($0) })
  }
}

/// Says when something has changed in what an account may see of a container.
struct RecordFeed: EventFeed {
  private let calls: RecordCalls
  private let caller: Caller
  private let container: ContainerID
  /// Up to where was looked; empty at the beginning.
  private var tokens: [DatabaseToken.Scope: DatabaseToken] = [:]

  init(calls: RecordCalls, _ caller: Caller, _ container: ContainerID) {
    self.calls = calls
    self.caller = caller
    self.container = container
  }

  mutating func ready(in room: ByteReservation?) async throws -> ReadyEvents {
    var ready = ReadyEvents()
    let isBeginning = tokens.isEmpty
    do {
      for scope in [DatabaseToken.Scope.private, .shared] {
        let event = try await look(scope, &ready.more)
        if !isBeginning, let event {
          ready.append(try DocumentFeed.event(CollaborationRoutes.recordChangedEventName, event))
        }
      }
    } catch let refusal as RecordRefusal {
      guard refusal == .unauthenticated || refusal == .accountDisabled else { throw refusal }
      ready.end = .signedOut
      return ready
    }
    if isBeginning {
      ready.append(ServerSentEvent(name: CollaborationRoutes.recordReadyEventName, data: "{}"))
    }
    return ready
  }

  /// - Returns: nil where nothing is new.
  private mutating func look(_ scope: DatabaseToken.Scope, _ more: inout Bool) async throws
    -> RecordStreamEvent?
  {
    let (container, token) = (container, tokens[scope])
    let page = try await calls.look(by: caller) {
      try FeedRules.changes(
        in: container, scope: scope, since: token, limit: RecordLimits.zones, for: $0, reading: $1)
    }
    tokens[scope] = page.token
    more = more || page.isMoreComing
    guard !page.changed.isEmpty || !page.ended.isEmpty else { return nil }
    return RecordStreamEvent(
      scope: scope == .private ? .private : .shared,
      changed: page.changed.map { RecordZoneState($0) },
      ended: page.ended.map { EndedRecordZone($0) })
  }

  func lastEvent(_ reason: StreamEnded.Reason) -> ServerSentEvent? {
    try? DocumentFeed.event(CollaborationRoutes.endedEventName, StreamEnded(reason: reason))
  }
}

extension ContainerID {
  /// The name of an account's view of it among the open streams.
  func streamGroup(of account: AccountLabel) -> String { "\(text) \(account.streamAccount)" }
}

extension RecordShareState {
  init(_ looked: ShareRules.Looked, for caller: AccountLabel) {
    let collaboration = looked.collaboration
    let byLink = collaboration.linkAccess ?? collaboration.options.access
    let owner = RecordParticipant(
      root: nil, user: looked.users[looked.owner]?.text, displayName: looked.names[looked.owner],
      access: .owner, isCaller: looked.owner == caller)
    let others = looked.participants.map { row in
      let account = row.binding?.account
      return RecordParticipant(
        root: row.identity.root, user: account.flatMap { looked.users[$0]?.text },
        displayName: account.flatMap { looked.names[$0] },
        access: (row.identity.origin == .link ? byLink : collaboration.options.access) == .readWrite
          ? .readWrite : .readOnly,
        isCaller: account == caller)
    }
    self.init(
      terms: RecordShareTerms(looked.share.terms, access: looked.collaboration.options.access),
      collaborationID: looked.collaboration.id, participants: [owner] + others,
      isMore: looked.isMore)
  }
}

extension RecordShareTerms {
  fileprivate init(_ terms: ShareTerms, access: SelectedShareOptions.Access) {
    self.init(
      root: terms.root?.text, access: access == .readWrite ? .readWrite : .readOnly,
      publicPermission: PublicPermission(rawValue: terms.publicPermission.rawValue) ?? .none)
  }
}

extension RecordZonePlace {
  fileprivate init(_ zone: ZoneAddress) {
    self.init(
      scope: zone.scope == .shared ? .shared : .private, owner: zone.owner?.text,
      name: zone.name.text)
  }
}
