public import GroveIdentity

/// From what happened to notices that wait for each address, and what becomes of those (protocol 12.8).
public enum NoticeRules {
  /// Milliseconds during which a notice is tried: 24 hours.
  public static let lifetime: UInt64 = 24 * 3600 * 1000
  /// Different notices that wait for one address; further ones are not told there.
  public static let maximumWaiting = 64
  /// Addresses that one transaction tells.
  public static let addressesAtOnce = 256
  /// Identities of one actor under which a notice is told to each address.
  public static let actorIdentities = 8
  /// Bytes of a title that are told.
  public static let maximumTitleBytes = 256

  /// Makes the notices for a page of addresses, and says whether there are more.
  /// - Parameter noticeID: fresh and random; used where telling begins.
  public static func spread(
    _ key: NoticeEvent.Key, as noticeID: NoticeID, at now: UInt64,
    reading reader: any CollaborationReader
  ) throws -> Decision<Bool> {
    guard var event = try reader.noticeEvent(key), event.dueAt <= now else {
      return Decision(false)
    }
    event.noticeID = event.noticeID ?? noticeID
    event.action.name = try event.action.name ?? nameOfComing(event.action, reader)
    let id = key.collaborationID
    let addresses = try told(event, at: now, reading: reader)
    let hearing = addresses.filter { !event.isLast || event.ends($0) }
    var changes: [CollaborationChange] =
      event.isLast ? hearing.map { .removeLastAddress(id, $0.root) } : []
    // What has ended for everybody has ended on the actor's own card.
    let isEnd = try event.isLast && reader.collaboration(id)?.endedAt == event.action.at
    for address in hearing where isEnd || event.isFor(address) {
      changes += try notice(of: event, to: address, at: now, reading: reader)
    }
    if let last = addresses.last, addresses.count == addressesAtOnce {
      event.after = last.root
      return Decision(true, changes: changes + [.putNoticeEvent(event)])
    }
    if event.action.kind == .removedCollaborator, !event.isLast {
      // Then those who were removed: each is told of themselves, and of nothing afterwards.
      (event.isLast, event.after) = (true, nil)
      return Decision(true, changes: changes + [.putNoticeEvent(event)])
    }
    changes.append(.removeNoticeEvent(key))
    // Too late for that one notice, too.
    if event.isLast, event.action.at + lifetime <= now {
      changes.append(.removeLastAddresses(id))
    }
    return Decision(false, changes: changes)
  }

  /// Who comes in is not known to whoever sits in another conversation, but is in the document all the same. Looked up
  /// here, because who enters by a proof gets their name in the very transaction in which they come in.
  private static func nameOfComing(
    _ action: NoticeAction, _ reader: any CollaborationReader
  ) throws -> String? {
    guard action.kind == .addedCollaborator, action.subject == action.actorRoot else { return nil }
    return try reader.account(action.account)?.displayName ?? action.account.text
  }

  private static func told(
    _ event: NoticeEvent, at now: UInt64, reading reader: any CollaborationReader
  ) throws -> [NoticeAddress] {
    let id = event.collaborationID
    guard event.action.at + lifetime > now else { return [] }
    if event.action.kind == .mention {
      return try event.action.subject.flatMap { try reader.address(reaching: $0, in: id) }
        .map { [$0] } ?? []
    }
    return try reader.noticeAddresses(
      in: id, after: event.after, limit: addressesAtOnce, isLast: event.isLast)
  }

  /// One that waits there already has been replaced by this newer one, and stays due when it was: a relay
  /// that is away is not asked more often because people write on.
  static func notice(
    of event: NoticeEvent, to address: NoticeAddress, at now: UInt64,
    reading reader: any CollaborationReader
  ) throws -> [CollaborationChange] {
    var (action, next) = (event.action, address)
    // Whoever hears of a removal as the last thing is who was removed.
    if event.isLast, action.kind == .removedCollaborator { action.subject = address.root }
    var notice = WaitingNotice(
      address: address, action: action, noticeID: event.noticeID ?? .zero,
      counter: address.nextCounter, attempts: 0, dueAt: now, expiresAt: action.at + lifetime)
    if let earlier = try reader.waitingNotice(notice.key) {
      notice.attempts = earlier.attempts
      notice.dueAt = max(now, earlier.dueAt)
    } else {
      let waiting = try reader.countWaitingNotices(
        for: address.root, in: address.collaborationID, upTo: maximumWaiting)
      guard waiting < maximumWaiting else { return [] }
    }
    next.nextCounter += 1
    return [.putWaitingNotice(notice)] + (event.isLast ? [] : [.putNoticeAddress(next)])
  }

  /// What became of a try.
  public enum Delivery: Hashable, Sendable {
    /// The relay has it.
    case sent
    /// The relay knows no such address any more.
    case addressEnded
    /// The relay, or this server, will not have it: trying again would change nothing.
    case refused
    /// To be tried again.
    /// - Parameter pause: milliseconds the relay asked for; nil where it said nothing.
    case failed(pause: UInt64?)
  }

  /// Notes what became of a try, unless the notice has been replaced or taken back meanwhile.
  public static func note(
    _ delivery: Delivery, of notice: WaitingNotice, at now: UInt64,
    reading reader: any CollaborationReader
  ) throws -> Decision<Void> {
    let (id, root) = (notice.address.collaborationID, notice.address.root)
    if delivery == .addressEnded, let address = try reader.noticeAddress(of: root, in: id),
      address.endpoint == notice.address.endpoint
    {
      return Decision((), changes: [.removeNoticeAddress(id, root)])
    }
    guard var waiting = try reader.waitingNotice(notice.key), waiting.noticeID == notice.noticeID
    else { return Decision(()) }
    guard case .failed(let asked) = delivery else {
      return Decision((), changes: [.removeWaitingNotice(notice.key)])
    }
    let (due, overflow) = now.addingReportingOverflow(
      max(pause(after: waiting.attempts), asked ?? 0))
    guard !overflow, due < waiting.expiresAt else {
      return Decision((), changes: [.removeWaitingNotice(notice.key)])
    }
    waiting.attempts += 1
    waiting.dueAt = due
    return Decision((), changes: [.putWaitingNotice(waiting)])
  }

  /// Milliseconds: 2 s, four times as long each time, an hour at most.
  static func pause(after attempts: UInt64) -> UInt64 {
    min(3_600_000, 2000 << (2 * min(attempts, 10)))
  }
}
