import CollaborationDomain
import GroveServing
import NIOCore

/// A stretch of a document's log that streams wait for, and who is present: encoded and framed once for all of them.
struct DocumentNews: StreamNews {
  private let after: UInt64
  private let position: UInt64
  private let presenceVersion: UInt64
  private let now: UInt64
  private let owners: Texts
  private let others: Texts

  /// What a stream lacks: the entries, who is present, or both.
  private struct Texts: Sendable {
    var entries: ByteBuffer
    var presence: ByteBuffer
    var both: ByteBuffer

    init(_ entries: [UInt8], _ presence: ByteBuffer) {
      self.entries = TransferChunk.framed(entries)
      self.presence = presence
      var both = self.entries
      both.writeImmutableBuffer(presence)
      self.both = both
    }
  }

  /// - Parameters:
  ///   - after: the sequence that the stretch begins behind; `position`: where it ends.
  ///   - owner: its text as the document's owner sees it; `others`: nil where that is the same.
  ///   - now: milliseconds since 1970.
  init(
    after: UInt64, position: UInt64, owner: [UInt8], others: [UInt8]?, presence: PresenceHub.Frame,
    now: UInt64
  ) {
    self.after = after
    self.position = position
    self.now = now
    presenceVersion = presence.version
    let present = TransferChunk.framed(presence.bytes)
    owners = Texts(owner, present)
    self.others = others.map { Texts($0, present) } ?? owners
  }

  func piece(for place: StreamPlace) -> StreamPiece {
    guard place.isGood(at: now) else { return .look }
    // Not only a later one: where nobody is present any more, it is 0.
    let lacksPresence = place.version != presenceVersion
    let lacksEntries = place.position < position
    guard lacksEntries || lacksPresence else { return .nothing }
    guard !lacksEntries || place.position == after else { return .look }
    let texts = place.isOwner ? owners : others
    var next = place
    if lacksEntries { next.position = position }
    if lacksPresence { next.version = presenceVersion }
    let bytes = !lacksPresence ? texts.entries : lacksEntries ? texts.both : texts.presence
    return .bytes(bytes, next)
  }
}
