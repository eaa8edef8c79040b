import CollaborationDomain
import GroveIdentity
import GroveMessage
import RelayDomain

/// What apps' servers have told by themselves: through which addresses, whom, and what devices have shown.
struct ToldLedger {
  private struct Told: Hashable {
    var collaborationID: CollaborationID
    var kind: CausedEvent.Kind
  }

  private struct Farewell: Hashable {
    var collaborationID: CollaborationID
    var root: RootHash
    var removals: Int
  }

  /// By what an app is given of an address, where that was.
  private var handed: [[UInt8]: CollaborationID] = [:]
  /// Whom the relay has made each address for.
  private var owners: [NoticeAddressID: AccountID] = [:]
  private var ended: Set<NoticeAddressID> = []
  private var told: [NoticeID: Told] = [:]
  private var farewells: [Farewell: NoticeID] = [:]
  private var shown: [DeviceAddress: Set<NoticeID>] = [:]
  /// What the relay has acknowledged and a device has not been given.
  private var waiting: [DeviceAddress: [Place: Waiting]] = [:]

  /// Of several pushes with one place the newest waits.
  private struct Place: Hashable {
    var address: NoticeAddressID
    var topic: String?
  }

  private struct Waiting {
    var body: [UInt8]
    /// By the relay's clock.
    var end: UInt64
  }

  // MARK: Addresses

  mutating func made(_ id: NoticeAddressID, for account: AccountID) { owners[id] = account }

  /// From the relay's answer on nothing comes through it.
  mutating func ended(_ id: NoticeAddressID) { ended.insert(id) }

  func owner(of id: NoticeAddressID) -> AccountID? { owners[id] }

  /// An app must not see by an address that two of its collaborations are one person's.
  mutating func handed(_ address: HandedAddress, in id: CollaborationID) throws(Violation) {
    for part in [address.endpoint.bytes, address.key.bytes, address.secret.bytes] {
      let first = handed[part] ?? id
      try hold(15, first == id, "two collaborations were given one notice address")
      handed[part] = first
    }
  }

  // MARK: Telling

  /// The server is about to post a notice.
  mutating func leaves(_ due: NoticeRules.DueNotice, _ access: AccessLedger) throws(Violation) {
    let (notice, action) = (due.notice, due.notice.action)
    let (id, root) = (notice.address.collaborationID, notice.address.root)
    let this = Told(collaborationID: id, kind: action.kind)
    try hold(10, told[notice.noticeID] ?? this == this, "one notice says two things")
    told[notice.noticeID] = this
    let isFarewell = action.kind == .removedCollaborator && action.subject == root
    // Whom the owner let in stands on the owner's card, too, and who was there before on a newcomer's.
    let isOnOwnCard =
      action.kind == .removedCollaborator
      || (action.kind == .addedCollaborator
        && (action.name != nil || access.isFound(notice.noticeID, in: id)))
    try hold(
      10, isFarewell || action.account != notice.address.account || isOnOwnCard,
      "somebody is told what they did themselves")
    guard !access.isBound(notice.address.account, in: id) else { return }
    try hold(5, isFarewell, "who was removed is told what others do")
    let farewell = Farewell(
      collaborationID: id, root: root, removals: access.removals(of: root, in: id))
    try hold(
      5, farewells[farewell] ?? notice.noticeID == notice.noticeID,
      "who was removed is told of it twice")
    farewells[farewell] = notice.noticeID
  }

  /// The relay has said that it has it, for these devices.
  mutating func accepted(
    _ push: PushRequest, at address: NoticeAddressID, for devices: [DeviceAddress],
    until end: UInt64
  ) throws(Violation) {
    try hold(5, !ended.contains(address), "an address that was ended still takes something")
    let place = Place(address: address, topic: push.topic)
    for device in devices {
      waiting[device, default: [:]][place] = Waiting(body: push.body, end: end)
    }
  }

  /// A device is given one out of its mailbox.
  mutating func given(_ notice: RelayDomain.PushedNotice, to device: DeviceAddress)
    throws(Violation)
  {
    try hold(
      10, owners[notice.addressID] == device.account, "a notice came to another account")
    try hold(5, !ended.contains(notice.addressID), "an address that was ended still delivers")
    let place = Place(address: notice.addressID, topic: notice.topic)
    if waiting[device]?[place]?.body == notice.body { waiting[device]?[place] = nil }
  }

  mutating func removed(_ device: DeviceAddress) { waiting[device] = nil }

  // MARK: Showing

  mutating func shows(
    _ notice: Notice, on device: DeviceAddress, whose roots: Set<RootHash>
  ) throws(Violation) {
    let first = shown[device, default: []].insert(notice.noticeID).inserted
    try hold(10, first, "a pushed notice is shown twice")
    guard let told = told[notice.noticeID] else {
      throw Violation(10, "a notice is shown that no server told")
    }
    try hold(
      10,
      told.collaborationID == notice.collaborationID
        && told.kind.rawValue == notice.kind?.rawValue, "a notice is shown as another")
    guard notice.kind == .mention else { return }
    try hold(
      10, notice.root.map(roots.contains) ?? false, "a pushed mention is shown to another person")
  }

  /// At the end, when every device has fetched everything.
  func complete(_ device: DeviceAddress, at now: UInt64) throws(Violation) {
    let lost = (waiting[device] ?? [:]).filter { place, notice in
      notice.end > now && !ended.contains(place.address)
    }
    try hold(6, lost.isEmpty, "\(lost.count) acknowledged notices never arrived")
  }
}
