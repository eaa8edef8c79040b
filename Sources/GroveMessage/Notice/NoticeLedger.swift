public import GroveIdentity

/// The notices one device has been told, made quiet: nothing twice, one banner for many, and gone
/// when their sender takes them back (protocol 12.6; design 5, invariant 10).
///
/// What it is given has passed `NoticeCheck`. It keeps a bounded amount for each device that sends.
public struct NoticeLedger: Hashable, Sendable, Codable {
  /// Milliseconds within which notices are told as one: five minutes (protocol 12.6).
  public static let window: UInt64 = 5 * 60_000
  /// How many banners are kept; the oldest go first.
  public static let maximumBanners = 256

  /// What a received notice has changed.
  public enum Receipt: Hashable, Sendable {
    /// A new banner: the one thing that may draw attention.
    case opened(NoticeBanner.ID)
    /// A banner that was there says more now.
    case merged(NoticeBanner.ID)
    /// The sender took its earlier notices back.
    case cleared
    /// The person has seen what it tells of: it says nothing.
    case seen
    /// Seen before, too far behind, or taken back before it arrived. Nothing changed on screen.
    case dropped
  }

  /// In the order in which they opened.
  public internal(set) var banners: [NoticeBanner] = []
  var windows: [Channel: NoticeWindow] = [:]
  var clearings: [Author: Clearing] = [:]

  /// A sending device in one collaboration: counters belong to it.
  struct Channel: Hashable, Codable {
    let device: DeviceID
    let audience: Origin
    let collaborationID: CollaborationID
  }

  /// A sending account in one collaboration: clearing belongs to it.
  struct Author: Hashable, Codable {
    let account: AccountID
    let audience: Origin
    let collaborationID: CollaborationID
  }

  /// The newest clearing of an author.
  struct Clearing: Hashable, Codable {
    let device: DeviceID
    let mark: NoticeMark

    /// Whether a notice came before it: by counter on the device that cleared, by time on the
    /// author's other devices, whose counters say nothing about this one.
    func covers(_ other: NoticeMark, of sender: DeviceID) -> Bool {
      sender == device ? other.counter.value < mark.counter.value : other.precedes(mark)
    }
  }

  /// A ledger that has been told nothing; a device keeps one and stores it with its messages.
  public init() {}

  /// Takes in a notice that `NoticeCheck` has let through.
  /// - Parameters:
  ///   - account, device: the sender of the verified message.
  ///   - name: what the app calls somebody whom no identity map knows.
  ///   - subject: who came or went, of a notice about that.
  ///   - now: milliseconds since 1970; a sender's time is taken as at most this.
  ///   - isSeen: the person has seen already what it tells of.
  public mutating func receive(
    _ notice: Notice, from account: AccountID, named name: String? = nil,
    about subject: NoticeBanner.Subject? = nil, device: DeviceID,
    authenticity: NoticeAuthenticity, at now: UInt64, isSeen: Bool = false
  ) -> Receipt {
    let channel = Channel(
      device: device, audience: notice.audience, collaborationID: notice.collaborationID)
    let author = Author(
      account: account, audience: notice.audience, collaborationID: notice.collaborationID)
    guard isNew(notice, in: channel) else { return .dropped }
    let mark = NoticeMark(
      counter: DecimalUInt64(notice.counter), at: DecimalUInt64(min(notice.at, now)),
      id: notice.noticeID)
    guard let kind = notice.kind else {
      clear(author, Clearing(device: device, mark: mark))
      return .cleared
    }
    if let clearing = clearings[author], clearing.covers(mark, of: device) { return .dropped }
    let told = NewNotice(
      kind: kind, isBySelf: authenticity == .attested && notice.isBySelf, author: author,
      name: name, subject: subject, device: device, mark: mark, authenticity: authenticity)
    if told.isBySelf && kind == .addedCollaborator { supersede(told) }
    return isSeen ? .seen : show(told)
  }

  private mutating func isNew(_ notice: Notice, in channel: Channel) -> Bool {
    guard windows[channel] != nil else {
      windows[channel] = NoticeWindow(counter: notice.counter, id: notice.noticeID)
      return true
    }
    return windows[channel]?.accept(counter: notice.counter, id: notice.noticeID) ?? false
  }
}
