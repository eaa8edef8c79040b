public import GroveIdentity

/// What a person sees of one or more notices: who did one kind of thing in one collaboration
/// within five minutes (design 5, invariant 10; protocol 12.6).
public struct NoticeBanner: Hashable, Sendable, Codable, Identifiable {
  /// One person's notices of this kind, told as one.
  public struct Actor: Hashable, Sendable, Codable {
    /// Whose app told it; of somebody whom no identity map knows, the bytes of their root.
    public let account: AccountID
    /// What the app calls somebody whom no identity map knows, because they came by a knock.
    public internal(set) var name: String?
    /// Whom they added or removed, in the order in which it was told. Nil in banners of earlier versions, too.
    public internal(set) var subjects: [Subject]?
    /// How many notices were merged; what a banner says does not depend on it.
    public internal(set) var count: Int
    /// Attested only while all of them are.
    public internal(set) var authenticity: NoticeAuthenticity
    /// The newest notice of each of the person's devices, for clearing.
    var newest: [DeviceID: NoticeMark]

    /// Milliseconds since 1970: when the newest of them was.
    public var latestAt: UInt64 { newest.values.map(\.at.value).max() ?? 0 }
  }

  /// Somebody who was added or removed by somebody else.
  public struct Subject: Hashable, Sendable, Codable {
    /// Their identity.
    public let root: RootHash
    /// Nil where no identity map knows the root, or none did when it was told.
    public var account: AccountID?
    /// What the app calls somebody whom no identity map knows.
    public var name: String?

    /// - Parameter name: of one line; counts only where there is no account.
    public init(root: RootHash, account: AccountID? = nil, name: String? = nil) {
      (self.root, self.account, self.name) = (root, account, account == nil ? name : nil)
    }
  }

  /// The notice that opened the banner.
  public let id: NoticeID
  /// The app's origin.
  public let audience: Origin
  /// Unique at the audience only.
  public let collaborationID: CollaborationID
  /// All notices of a banner are of this kind.
  public let kind: NoticeKind
  /// Stored so, because banners of earlier versions do not have it.
  var bySelf: Bool?
  /// In the order in which they joined, so that the text grows and does not flicker.
  public internal(set) var actors: [Actor]
  /// Milliseconds since 1970, the earliest and the latest of its notices.
  public internal(set) var firstAt: UInt64
  /// Milliseconds since 1970: what `visible` takes the newest by.
  public internal(set) var latestAt: UInt64

  /// Whether its people came or left by themselves, and nobody added or removed somebody else.
  public var isBySelf: Bool { bySelf == true }

  /// Nobody's mere claim is in it.
  public var isAttested: Bool { actors.allSatisfy { $0.authenticity == .attested } }

  /// Whether a notice of this time belongs here: all notices of a banner lie within the window.
  func spans(_ time: UInt64) -> Bool {
    max(latestAt, time) - min(firstAt, time) <= NoticeLedger.window
  }
}

/// Where one notice stands among others: of its own device by counter, among devices by time.
struct NoticeMark: Hashable, Sendable, Codable {
  var counter: DecimalUInt64
  var at: DecimalUInt64
  var id: NoticeID

  /// The order of display (protocol 12.6): time, then identifier.
  func precedes(_ other: NoticeMark) -> Bool {
    (at.value, id) < (other.at.value, other.id)
  }
}
