import GroveIdentity

/// Which counters of one sending device and collaboration have been used (protocol 12.6): the
/// highest, and which of the 64 up to it. Redelivery and reordering within the window change
/// nothing.
struct NoticeWindow: Hashable, Sendable, Codable {
  static let size: UInt64 = 64

  private var highest: DecimalUInt64
  /// Bit i: `highest - i` has been seen.
  private var seen: DecimalUInt64
  /// The newest 64 identifiers, for a notice that comes again under another counter.
  private var recent: [NoticeID]

  init(counter: UInt64, id: NoticeID) {
    highest = DecimalUInt64(counter)
    seen = DecimalUInt64(1)
    recent = [id]
  }

  /// - Returns: false for a notice seen before or too far behind.
  mutating func accept(counter: UInt64, id: NoticeID) -> Bool {
    guard !recent.contains(id), mark(counter) else { return false }
    recent.append(id)
    if recent.count > Int(Self.size) { recent.removeFirst() }
    return true
  }

  private mutating func mark(_ counter: UInt64) -> Bool {
    if counter > highest.value {
      let step = counter - highest.value
      seen.value = step >= Self.size ? 1 : seen.value << step | 1
      highest.value = counter
      return true
    }
    let behind = highest.value - counter
    guard behind < Self.size, seen.value & (1 << behind) == 0 else { return false }
    seen.value |= 1 << behind
    return true
  }
}
