import CollaborationDomain
import GroveServing
import NIOCore

/// Stretches of a document's log that streams wait for, and who is present: encoded and framed once for all of them.
struct DocumentNews: StreamNews {
  /// Longer stretches are counted, and streams read them themselves; longer news are not joined.
  static let maximumBytes = 32_768

  /// Behind which entry each stretch begins.
  private var starts: [UInt64]
  private var position: UInt64
  private var presenceVersion: UInt64
  private var now: UInt64
  private var owners: Text
  private var others: Text

  /// Chunks of stretches one behind the other, then one of who is present. A part of it is what a stream lacks.
  private struct Text: Sendable {
    var bytes: ByteBuffer
    var starts = [0]
    var presence: Int

    init(_ entries: [UInt8], _ presence: ByteBuffer) {
      bytes = TransferChunk.framed(entries)
      self.presence = bytes.readableBytes
      bytes.writeImmutableBuffer(presence)
    }

    mutating func append(_ next: Text) {
      bytes.moveWriterIndex(to: presence)
      starts += next.starts.map { presence + $0 }
      presence += next.presence
      bytes.writeImmutableBuffer(next.bytes)
    }

    /// - Parameter stretch: the first that is lacking; nil: none is.
    func part(from stretch: Int?, withPresence: Bool) -> ByteBuffer {
      let start = stretch.map { starts[$0] } ?? presence
      let end = withPresence ? bytes.writerIndex : presence
      return bytes.getSlice(at: start, length: end - start) ?? ByteBuffer()
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
    starts = [after]
    self.position = position
    self.now = now
    presenceVersion = presence.version
    let present = TransferChunk.framed(presence.bytes)
    owners = Text(owner, present)
    self.others = others.map { Text($0, present) } ?? owners
  }

  func piece(for place: StreamPlace) -> StreamPiece {
    guard place.isGood(at: now) else { return .look }
    // Where nobody is present any more, it is 0. A stream may have looked by itself since, and been sent a later one.
    let lacksPresence =
      presenceVersion == 0 ? place.version != 0 : place.version < presenceVersion
    let lacksEntries = place.position < position
    guard lacksEntries || lacksPresence else { return .nothing }
    let stretch = lacksEntries ? starts.firstIndex(of: place.position) : nil
    guard !lacksEntries || stretch != nil else { return .look }
    var next = place
    if lacksEntries { next.position = position }
    if lacksPresence { next.version = presenceVersion }
    let text = place.isOwner ? owners : others
    return .bytes(text.part(from: stretch, withPresence: lacksPresence), next)
  }

  func joined(with next: any StreamNews) -> (any StreamNews)? {
    guard let next = next as? Self, next.starts.first == position,
      owners.presence + next.owners.presence <= Self.maximumBytes
    else { return nil }
    var both = self
    both.starts += next.starts
    both.owners.append(next.owners)
    both.others.append(next.others)
    (both.position, both.presenceVersion, both.now) = (
      next.position, next.presenceVersion, next.now
    )
    return both
  }
}
